'use strict';
(() => {
  // Okabe and Ito: told apart by people who are colour-blind, and by their brightness on paper.
  const SERIES_COLORS = ['#0072b2', '#e69f00'];
  // Viridis from bright to dark: few to many.
  const HEAT_COLORS = ['#fde725', '#b5de2b', '#6ece58', '#35b779', '#1f9e89', '#26828e', '#31688e', '#3e4989', '#482878', '#440154'];
  const FIRST_DARK_COLOR = 5;
  const INK = '#1b1f24';
  const SOFT = '#57606a';
  const LINE = '#d8dee4';
  const FONT = 'system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif';
  const PRINT_WIDTH = 680;
  // Where bars begin on a logarithmic axis, so that a bar of 1 can be seen.
  const LOG_BASE = -0.3;
  const MOST_LABELLED_FIELDS = 240;
  const MOST_LABELLED = 64;

  // Counts are texts, since those of 2^53 and more would not stay exact.
  const grouped = count => count.replace(/\B(?=(\d{3})+$)/g, ',');
  const log10 = count => count === '0' ? null : Math.log10(Number('0.' + count)) + count.length;
  const needsLogarithm = counts => counts.some(count => count.length > 2);
  const superscript = n => String(n).replace(/\d/g, digit => '⁰¹²³⁴⁵⁶⁷⁸⁹'[digit]);
  const power = exponent => exponent < 7 ? grouped(String(10 ** exponent)) : '10' + superscript(exponent);
  const html = text => echarts.format.encodeHTML(text);

  const axis = (name, nameGap, more) => ({
    name, nameGap, nameLocation: 'middle',
    nameTextStyle: { color: INK, fontSize: 14 },
    axisLabel: { color: SOFT, fontSize: 13 },
    axisLine: { lineStyle: { color: SOFT } },
    splitLine: { lineStyle: { color: LINE } },
    ...more
  });

  // Ranges such as 2,048–4,095 as 2K–4.1K, which leaves room for all of them; tooltips and tables have them in full.
  const compact = new Intl.NumberFormat('en', { notation: 'compact', maximumFractionDigits: 1 });
  const shortened = label => label.replace(/\d+(,\d+)+/g, number => compact.format(number.replaceAll(',', '')));

  const categoryAxis = (name, nameGap, categories, more) => axis(name, nameGap, {
    type: 'category', data: categories,
    axisLabel: {
      color: SOFT, fontSize: 13, formatter: shortened,
      interval: categories.length <= MOST_LABELLED ? 0 : 'auto',
      rotate: nameGap < 50 && categories.some(label => label.length > 7) && categories.length > 12 ? 40 : 0
    },
    ...more
  });

  const common = (title, more) => ({
    animation: false,
    textStyle: { fontFamily: FONT, color: INK },
    toolbox: { right: 0, top: 0, iconStyle: { borderColor: SOFT }, feature: { saveAsImage: { title: 'Save as SVG', name: title, type: 'svg' } } },
    ...more
  });

  const countAxis = (name, log, bars) => {
    const label = value => Number.isInteger(value) && value >= 0 ? power(value) : '';
    return log
      ? axis(name + ' (log scale)', 70, {
          type: 'value', minInterval: 1, min: bars ? LOG_BASE : 0, startValue: bars ? LOG_BASE : 0,
          max: extent => Math.max(1, Math.ceil(extent.max)),
          axisLabel: { color: SOFT, fontSize: 13, formatter: label, showMinLabel: !bars }
        })
      : axis(name, 50, { type: 'value', minInterval: 1 });
  };

  const seriesOption = chart => {
    const bars = chart.form === 'BARS';
    const log = needsLogarithm(chart.series.flatMap(each => each.counts));
    return common(chart.title, {
      color: SERIES_COLORS,
      legend: { show: chart.series.length > 1, left: 0, top: 8, textStyle: { fontSize: 14, color: INK } },
      grid: { left: 8, right: 24, top: 44, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
      tooltip: {
        trigger: 'axis', textStyle: { color: INK },
        axisPointer: { type: bars ? 'shadow' : 'line' },
        formatter: points => `${html(chart.xName)}: <b>${html(points[0].name)}</b>` + points.map(point =>
          `<br>${point.marker}${html(point.seriesName)}: <b>${html(grouped(point.data.count))}</b>`).join('')
      },
      xAxis: categoryAxis(chart.xName, 36, chart.categories, {
        axisTick: { alignWithLabel: true }, axisLine: { onZero: false, lineStyle: { color: SOFT } }
      }),
      yAxis: countAxis(chart.yName, log, bars),
      series: chart.series.map(each => ({
        name: each.name,
        type: bars ? 'bar' : 'line',
        barMaxWidth: 48, barGap: '5%', barCategoryGap: '25%',
        symbol: 'circle', symbolSize: 7, showAllSymbol: true,
        data: each.counts.map(count => ({ value: log ? log10(count) : Number(count), count }))
      }))
    });
  };

  // The steps 1, 2, 5, 10, ... or, where there would be many, 1, 10, 100, ... of a logarithmic scale, up to the largest.
  const scale = counts => {
    const digits = Math.max(...counts.map(count => count.length));
    const steps = [];
    for (let exponent = 0; exponent < digits; exponent++) {
      (digits > 3 ? [1] : [1, 2, 5]).forEach(factor => steps.push(factor * 10 ** exponent));
    }
    const largest = Math.max(...counts.map(Number));
    const used = steps.filter(step => step <= largest);
    const last = HEAT_COLORS.length - 1;
    return used.map((step, i) => {
      const next = i + 1 < used.length ? used[i + 1] : steps[i + 1] ?? 10 ** digits;
      const shade = used.length < 2 ? last : Math.round(i * last / (used.length - 1));
      const label = step === next - 1 ? String(step)
        : digits > 7 ? `${power(Math.log10(step))} to ${power(Math.log10(next))}`
        : `${grouped(String(step))}–${grouped(String(next - 1))}`;
      return { gte: step, lt: next, label, color: HEAT_COLORS[shade], dark: shade >= FIRST_DARK_COLOR };
    });
  };

  const heatMapOption = chart => {
    const pieces = scale(chart.cells.map(cell => cell.count));
    const pieceOf = count => pieces.find(piece => Number(count) < piece.lt);
    return common(chart.title, {
      grid: { left: 8, right: 170, top: 12, bottom: 8, outerBoundsMode: 'same', outerBoundsContain: 'all' },
      tooltip: {
        textStyle: { color: INK },
        formatter: point => `${html(chart.xName)}: <b>${html(chart.columns[point.value[0]])}</b><br>`
          + `${html(chart.yName)}: <b>${html(chart.lines[point.value[1]])}</b><br>`
          + `${html(chart.countName)}: <b>${html(grouped(point.data.count))}</b>`
      },
      visualMap: {
        type: 'piecewise', pieces: [...pieces].reverse(), dimension: 2, right: 0, top: 40,
        text: [chart.countName, ''], textGap: 10, showLabel: true, textStyle: { fontSize: 13, color: INK }, itemSymbol: 'rect'
      },
      xAxis: categoryAxis(chart.xName, 36, chart.columns, { splitLine: { show: true, lineStyle: { color: LINE } } }),
      yAxis: categoryAxis(chart.yName, 64, chart.lines, { splitLine: { show: true, lineStyle: { color: LINE } } }),
      series: [{
        type: 'heatmap',
        label: { show: chart.columns.length * chart.lines.length <= MOST_LABELLED_FIELDS, formatter: point => grouped(point.data.count) },
        itemStyle: { borderColor: '#fff', borderWidth: 1 },
        data: chart.cells.map(cell => ({
          value: [cell.column, cell.line, Number(cell.count)],
          count: cell.count,
          label: { color: pieceOf(cell.count).dark ? '#fff' : INK }
        }))
      }]
    });
  };

  const drawn = [];
  for (const [name, chart] of Object.entries(JSON.parse(document.getElementById('charts').textContent))) {
    const place = document.getElementById('chart-' + name);
    try {
      if (chart.cells) {
        place.style.height = Math.min(760, Math.max(320, 24 * chart.lines.length + 110)) + 'px';
      }
      const picture = echarts.init(place, null, { renderer: 'svg' });
      picture.setOption(chart.cells ? heatMapOption(chart) : seriesOption(chart));
      drawn.push(picture);
    } catch (error) {
      place.textContent = 'This chart could not be drawn; the table below has its numbers. ' + error;
      console.error(error);
    }
  }
  const resize = size => drawn.forEach(picture => picture.resize(size));
  window.addEventListener('resize', () => resize());
  window.addEventListener('beforeprint', () => resize({ width: PRINT_WIDTH }));
  window.addEventListener('afterprint', () => resize());
})();
