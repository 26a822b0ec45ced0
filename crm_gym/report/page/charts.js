// Figures as SVG: each function draws for a given width; colours come from the style sheet.

const NARROW = 480;
const label = (x, y, text, kind = '', anchor = 'start') =>
  svg('text', {x, y, class: kind, 'text-anchor': anchor}, text);
const tip = text => svg('title', {}, text);
const canvas = (width, height, about, ...children) =>
  svg('svg', {width, height, viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': about}, ...children);
const rect = (x, y, width, height, kind, ...children) =>
  svg(
    'rect',
    {x, y, width: Math.max(width, 0), height, class: kind, rx: Math.min(2, Math.max(width, 0) / 2)},
    ...children,
  );
const line = (x1, y1, x2, y2, kind) => svg('line', {x1, y1, x2, y2, class: kind});
const link = (action, ...children) => svg('g', {class: action ? 'link' : '', click: action}, ...children);

// Vertical lines with their percentages above.
function gridLines(scale, most, top, bottom) {
  const marks = most === 1 ? [0, 0.25, 0.5, 0.75, 1] : ticks(0, most);
  return marks.map(tick => {
    const anchor = tick === 0 ? 'start' : tick === most ? 'end' : 'middle';
    return [
      line(scale(tick), top, scale(tick), bottom, tick ? 'grid' : 'base'),
      label(scale(tick), top - 6, String(Number(share(tick))), 'tick', anchor),
    ];
  });
}

const whisker = (scale, [low, high], y) =>
  svg(
    'g',
    {class: 'whisker'},
    line(scale(low), y, scale(high), y),
    line(scale(low), y - 3, scale(low), y + 3),
    line(scale(high), y - 3, scale(high), y + 3),
  );

// Names, a plot from 0 to `most`, and columns of numbers. `row.plot(scale, y)` draws into the row.
// On a narrow page the name and the row's `brief` numbers stand above the plot.
function rowPlot(width, about, rows, headers, most = 1) {
  return width < NARROW ? narrowRows(width, about, rows, most) : wideRows(width, about, rows, headers, most);
}

function wideRows(width, about, rows, headers, most) {
  const names = Math.min(
    widest(
      rows.map(row => row.name),
      13,
    ) + 14,
    width * 0.32,
  );
  const cells = headers.map((header, place) => widest([header, ...rows.map(row => row.cells[place])]) + 18);
  const x0 = names,
    x1 = width - cells.reduce((a, b) => a + b, 0) - 14;
  const scale = value => x0 + (value / most) * (x1 - x0);
  const top = 24,
    height = 30,
    bottom = top + rows.length * height;
  let edge = x1 + 14;
  const edges = cells.map(size => (edge += size));
  return canvas(
    width,
    bottom + 4,
    about,
    gridLines(scale, most, top, bottom),
    headers.map((header, place) => label(edges[place], top - 6, header, 'tick', 'end')),
    rows.map((row, place) => {
      const y = top + place * height + height / 2;
      return link(
        row.action,
        rect(0, y - height / 2, width, height, 'hover'),
        label(0, y + 4, fit(row.name, names - 10, 13), 'name'),
        row.plot(scale, y),
        row.cells.map((cell, column) => label(edges[column], y + 4, cell, column ? 'number soft' : 'number', 'end')),
        tip(row.tip),
      );
    }),
  );
}

function narrowRows(width, about, rows, most) {
  const scale = value => 1 + (value / most) * (width - 8);
  const top = 22,
    height = 46,
    bottom = top + rows.length * height;
  return canvas(
    width,
    bottom + 4,
    about,
    gridLines(scale, most, top, bottom),
    rows.map((row, place) => {
      const y = top + place * height;
      return link(
        row.action,
        rect(0, y, width, height, 'hover'),
        label(4, y + 17, fit(row.name, width - textWidth(row.brief) - 20, 13), 'name'),
        label(width, y + 17, row.brief, 'number', 'end'),
        row.plot(scale, y + 32),
        tip(row.tip),
      );
    }),
  );
}

const bar =
  (rate, interval, tone = 'accent') =>
  (scale, y) => [
    rect(scale(0), y - 6, scale(rate) - scale(0), 12, `bar-${tone}`),
    interval ? whisker(scale, interval, y) : null,
  ];

const dumbbell = (low, high) => (scale, y) => [
  line(scale(low.rate), y, scale(high.rate), y, 'gap'),
  svg('circle', {cx: scale(low.rate), cy: y, r: 5.5, class: 'fill-accent ring'}),
  svg('circle', {cx: scale(high.rate), cy: y, r: 5.5, class: 'fill-good ring'}),
];

// Shares that add up to one; `numbers` stand inside where there is room.
const stack = segments => (scale, y) => {
  let at = 0;
  return segments
    .filter(segment => segment.share > 0)
    .map(segment => {
      const x = scale(at),
        size = scale(at + segment.share) - x;
      at += segment.share;
      const inside =
        textWidth(segment.text, 11) + 8 < size
          ? label(x + size / 2, y + 4, segment.text, `inside on-${segment.kind}`, 'middle')
          : null;
      return [rect(x, y - 8, Math.max(size - 1, 0.5), 16, `fate-${segment.kind}`, tip(segment.tip)), inside];
    });
};

// A matrix of shaded numbers. `cell(row, column)` is {shade, text, tip, action}, or null. The shades span what is there.
function heatMap(width, about, rows, columns, cell, hue = 'heat') {
  const found = rows.map(row => columns.map(column => cell(row, column)));
  const shades = found
    .flat()
    .filter(Boolean)
    .map(one => one.shade);
  const [low, high] = [Math.floor(Math.min(...shades) * 10) / 10, Math.ceil(Math.max(...shades) * 10) / 10];
  const shaded = value => Math.round(8 + (92 * (value - low)) / (high - low || 1));
  const names = Math.min(
    widest(
      rows.map(row => row.name),
      13,
    ) + 14,
    Math.max(width * 0.36, 96),
  );
  const longest = widest(columns.map(column => fit(column.name, 150)));
  const slanted = longest > (width - names) / columns.length - 8;
  const size = Math.min(Math.max((width - names - (slanted ? longest * 0.7 : 0)) / columns.length, 32), 132);
  const top = slanted ? Math.max(longest * 0.64 + 18, 30) : 26;
  const full = names + size * columns.length + (slanted ? longest * 0.7 : 0);
  const height = 30;
  const heads = columns.map((column, place) => {
    const x = names + (place + 0.5) * size;
    if (!slanted) return label(x, top - 9, column.name, 'heading', 'middle');
    return svg(
      'text',
      {class: 'heading', transform: `translate(${x - 4} ${top - 8}) rotate(-40)`},
      fit(column.name, 150),
    );
  });
  const body = rows.map((row, place) => {
    const y = top + place * height;
    return [
      label(0, y + 20, fit(row.name, names - 10, 13), 'name'),
      found[place].map((one, at) => {
        const x = names + at * size;
        if (!one) return label(x + size / 2, y + 20, '\u00b7', 'tick', 'middle');
        const box = rect(x + 1, y + 1, size - 2, height - 2, 'cell');
        box.style.fill = `color-mix(in oklab, var(--${hue}) ${shaded(one.shade)}%, var(--surface))`;
        return link(one.action, box, label(x + size / 2, y + 20, one.text, 'number', 'middle'), tip(one.tip));
      }),
    ];
  });
  return canvas(Math.max(width, full), top + rows.length * height + 4, about, heads, body);
}

// From judging replies alone down to strict success: what each family of checks takes away.
// The axis starts at `least`, so that losses can be seen.
function waterfall(width, about, steps, least) {
  const names = widest(steps.map(step => step.name)) + 12;
  const scale = value => names + ((value - least) / (1 - least)) * (width - names - 44);
  const height = 23,
    top = 20,
    bottom = top + steps.length * height;
  const marks = ticks(least, 1).map(tick => [
    line(scale(tick), top, scale(tick), bottom, tick === least ? 'base' : 'grid'),
    label(scale(tick), top - 6, share(tick, 0), 'tick', 'middle'),
  ]);
  return canvas(
    width,
    bottom + 6,
    about,
    marks,
    steps.map((step, place) => {
      const y = top + place * height + height / 2 + 1,
        last = place === steps.length - 1;
      const whole = place === 0 || last;
      const from = whole ? least : step.rate,
        to = whole ? step.rate : step.before;
      const text = whole
        ? share(step.rate)
        : step.before === step.rate
          ? '0'
          : `\u2212${share(step.before - step.rate)}`;
      const onward = last ? null : line(scale(step.rate), y + 7, scale(step.rate), y + height - 7, 'thread');
      return link(
        step.action,
        label(0, y + 4, step.name, whole ? 'name small' : 'soft'),
        rect(scale(from), y - 7, scale(to) - scale(from), 14, whole ? 'bar-accent' : 'bar-bad'),
        onward,
        label(scale(to) + 6, y + 4, text, whole ? 'number' : 'number soft'),
        tip(step.tip),
      );
    }),
  );
}

// Round numbers between two bounds; on a logarithmic axis 1, 2 and 5 of each power of ten.
function ticks(low, high, logarithmic) {
  if (logarithmic) {
    const all = [];
    for (let power = Math.floor(Math.log10(low)); power <= Math.ceil(Math.log10(high)); power += 1) {
      all.push(...[1, 2, 5].map(digit => digit * 10 ** power));
    }
    const inside = all.filter(tick => tick >= low * 0.999 && tick <= high * 1.001);
    const tens = inside.filter(tick => Math.abs(Math.log10(tick) % 1) < 1e-9);
    return inside.length <= 5 || tens.length < 2 ? inside.slice(0, 6) : tens;
  }
  const raw = (high - low) / 4 || 1,
    power = 10 ** Math.floor(Math.log10(raw));
  const step = [1, 2, 2.5, 5, 10].map(digit => digit * power).find(size => size >= raw);
  const found = [];
  for (let place = Math.ceil(low / step); place * step <= high * 1.0001; place += 1) found.push(place * step);
  return found;
}

// Success against what it takes; the front that no other run beats is drawn as steps.
function pareto(width, about, points, front, format) {
  const left = 34,
    right = width - 12,
    top = 12,
    bottom = 206;
  const spent = points.map(point => point.spent);
  let low = Math.min(...spent),
    high = Math.max(...spent);
  const logarithmic = low > 0 && high / low > 12;
  if (logarithmic) [low, high] = [low / 1.5, high * 1.5];
  else [low, high] = [Math.max(0, low - (high - low) * 0.12), high + (high - low || high || 1) * 0.12];
  const rates = points.map(point => point.rate);
  const least = Math.max(0, Math.floor((Math.min(...rates) - 0.04) * 10) / 10);
  const most = Math.min(1, Math.ceil((Math.max(...rates) + 0.03) * 10) / 10);
  const along = value => (logarithmic ? Math.log(value / low) / Math.log(high / low) : (value - low) / (high - low));
  const x = value => left + along(value) * (right - left);
  const y = value => bottom - ((value - least) / (most - least || 1)) * (bottom - top);
  const steps = front
    .map((point, place) => `${place ? `H${x(point.spent)}V` : `M${x(point.spent)} `}${y(point.rate)}`)
    .join('');
  return canvas(
    width,
    bottom + 26,
    about,
    ticks(least, most).map(tick => [
      line(left, y(tick), right, y(tick), 'grid'),
      label(left - 6, y(tick) + 4, share(tick, 0), 'tick', 'end'),
    ]),
    ticks(low, high, logarithmic).map(tick => [
      line(x(tick), bottom, x(tick), bottom + 4, 'base'),
      label(x(tick), bottom + 17, format(tick), 'tick', 'middle'),
    ]),
    line(left, bottom, right, bottom, 'base'),
    front.length > 1 ? svg('path', {d: steps, class: 'front'}) : null,
    points.map(point =>
      link(
        point.action,
        svg('circle', {
          cx: x(point.spent),
          cy: y(point.rate),
          r: 5,
          class: front.includes(point) ? 'fill-accent ring' : 'hollow',
        }),
        tip(point.tip),
      ),
    ),
    placed(
      points.map(point => ({
        x: x(point.spent),
        y: y(point.rate),
        text: point.name,
        strong: front.includes(point),
      })),
      left,
      right,
      top,
      bottom,
    ),
  );
}

// Names beside their points, where they cover neither points nor each other; a name without room is left to the tip.
function placed(points, left, right, top, bottom) {
  const taken = points.map(point => [point.x - 6, point.y - 6, point.x + 6, point.y + 6]);
  const free = box =>
    box[0] >= left &&
    box[2] <= right &&
    box[1] >= top - 8 &&
    box[3] <= bottom &&
    !taken.some(other => box[0] < other[2] && other[0] < box[2] && box[1] < other[3] && other[1] < box[3]);
  return [...points]
    .sort((a, b) => b.strong - a.strong)
    .map(point => {
      const size = textWidth(point.text, 11.5);
      const spots = [
        [9, 4],
        [-9 - size, 4],
        [-size / 2, -10],
        [-size / 2, 19],
        [7, -8],
        [7, 16],
        [-7 - size, -8],
        [-7 - size, 16],
      ];
      const spot = spots.find(([dx, dy]) =>
        free([point.x + dx, point.y + dy - 10, point.x + dx + size, point.y + dy + 3]),
      );
      if (!spot) return null;
      const [px, py] = [point.x + spot[0], point.y + spot[1]];
      taken.push([px, py - 10, px + size, py + 3]);
      return label(px, py, point.text, point.strong ? 'point strong' : 'point');
    });
}
