// Device arrays and timing for the check program.
#pragma once
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <vector>
#include <algorithm>

#define CUDA(call)                                                                                   \
    do {                                                                                             \
        cudaError_t error_ = (call);                                                                 \
        if (error_ != cudaSuccess) {                                                                 \
            printf("%s:%d: %s: %s\n", __FILE__, __LINE__, #call, cudaGetErrorString(error_));        \
            exit(2);                                                                                 \
        }                                                                                            \
    } while (0)

/** Bytes of all arrays now, and the most at once. */
inline size_t deviceBytes = 0, mostDeviceBytes = 0;

template <class T>
class Array {
public:
    Array() = default;
    explicit Array(size_t size) { resize(size); }
    explicit Array(const std::vector<T>& host) {
        resize(host.size());
        CUDA(cudaMemcpy(data_, host.data(), size_ * sizeof(T), cudaMemcpyHostToDevice));
    }
    Array(Array&& other) noexcept { swap(other); }
    Array& operator=(Array&& other) noexcept {
        swap(other);
        return *this;
    }
    ~Array() { free(); }
    void swap(Array& other) {
        std::swap(data_, other.data_);
        std::swap(size_, other.size_);
    }
    /** Contents are undefined afterwards; poisoned, so that what relies on zeros is found out. */
    void resize(size_t size) {
        if (size != size_ || data_ == nullptr) {
            free();
            CUDA(cudaMalloc(&data_, std::max<size_t>(size, 4) * sizeof(T)));
            size_ = size;
            deviceBytes += size_ * sizeof(T);
            mostDeviceBytes = std::max(mostDeviceBytes, deviceBytes);
        }
        CUDA(cudaMemset(data_, 0xA5, size_ * sizeof(T)));
    }
    void zero() { CUDA(cudaMemsetAsync(data_, 0, size_ * sizeof(T))); }
    std::vector<T> host(size_t count) const {
        std::vector<T> copy(count);
        CUDA(cudaMemcpy(copy.data(), data_, count * sizeof(T), cudaMemcpyDeviceToHost));
        return copy;
    }
    std::vector<T> host() const { return host(size_); }
    T* get() const { return data_; }
    size_t size() const { return size_; }

private:
    void free() {
        cudaFree(data_);
        deviceBytes -= size_ * sizeof(T);
        data_ = nullptr;
        size_ = 0;
    }

    T* data_ = nullptr;
    size_t size_ = 0;
};

/** Median milliseconds between events around `work`, after one run that is not timed. */
inline double medianMs(int runs, const std::function<void()>& work) {
    cudaEvent_t begin, end;
    CUDA(cudaEventCreate(&begin));
    CUDA(cudaEventCreate(&end));
    std::vector<float> times;
    for (int i = 0; i <= runs; i++) {
        CUDA(cudaEventRecord(begin));
        work();
        CUDA(cudaEventRecord(end));
        CUDA(cudaEventSynchronize(end));
        float ms;
        CUDA(cudaEventElapsedTime(&ms, begin, end));
        if (i > 0 || runs == 0) {
            times.push_back(ms);
        }
    }
    CUDA(cudaGetLastError());
    cudaEventDestroy(begin);
    cudaEventDestroy(end);
    std::sort(times.begin(), times.end());
    return times[times.size() / 2];
}

/** The blocks that the device holds at once; sets the kernel's limit of shared memory. */
template <class Kernel>
int residentBlocks(Kernel kernel, int threads, size_t sharedBytes) {
    int device, perProcessor, processors;
    CUDA(cudaGetDevice(&device));
    CUDA(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize, (int)sharedBytes));
    CUDA(cudaOccupancyMaxActiveBlocksPerMultiprocessor(&perProcessor, kernel, threads, sharedBytes));
    CUDA(cudaDeviceGetAttribute(&processors, cudaDevAttrMultiProcessorCount, device));
    if (perProcessor == 0) {
        printf("kernel does not fit: %d threads, %zu bytes of shared memory\n", threads, sharedBytes);
        exit(2);
    }
    return perProcessor * processors;
}
