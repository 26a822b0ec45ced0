// What all figures share: their frame, their numbers as a table, and where a click leads.

const DIFFICULTIES = ['easy', 'medium', 'hard'];
const FAMILIES = ['action', 'parameter', 'order', 'reply', 'state', 'forbidden'];

const rateTip = (name, found) =>
  `${name}: ${percent(found.rate)} (${count(found.successes)} of ${count(found.scored)}; ` +
  `95 % interval ${range(found.interval)})`;
const numbersRow = (name, found) => [
  name,
  share(found.rate),
  range(found.interval),
  count(found.successes),
  count(found.scored),
];
const NUMBERS = ['', '%', '95 % interval', 'successes', 'scored'];

const watcher = new ResizeObserver(entries =>
  entries.forEach(entry => entry.target.redraw(Math.floor(entry.contentRect.width))),
);

// A title, what it shows, the drawing, and its numbers as a table for whoever wants to read or copy them.
function figure({title, about, draw, numbers, tools}) {
  const holder = el('div', {class: 'drawing'});
  let drawn = 0;
  holder.redraw = (width, again = false) => {
    if (!width || (width === drawn && !again)) return;
    drawn = width;
    holder.replaceChildren(draw(width));
  };
  watcher.observe(holder);
  const node = el(
    'figure',
    {},
    el('figcaption', {}, el('h3', {}, title), about ? el('p', {}, about) : null, tools),
    holder,
    numbers ? details('Numbers', () => numberTable(...numbers())) : null,
  );
  node.again = () => holder.redraw(drawn, true);
  return node;
}

function details(summary, make, open = false) {
  const node = el('details', {open}, el('summary', {}, summary));
  const build = () => {
    if (node.open && node.children.length === 1) node.append(make());
  };
  node.addEventListener('toggle', build);
  if (open) build();
  return node;
}

function numberTable(headers, rows, kind = 'numbers') {
  return el(
    'div',
    {class: 'scroll'},
    el(
      'table',
      {class: kind},
      el(
        'thead',
        {},
        el(
          'tr',
          {},
          headers.map(header => el('th', {scope: 'col'}, header)),
        ),
      ),
      el(
        'tbody',
        {},
        rows.map(row =>
          el(
            'tr',
            {},
            row.map((cell, place) => el(place ? 'td' : 'th', place ? {} : {scope: 'row'}, cell)),
          ),
        ),
      ),
    ),
  );
}

// A figure with several views, one at a time.
function tabbed(options, views) {
  let chosen = views[0];
  const buttons = views.map(view =>
    el(
      'button',
      {
        type: 'button',
        'aria-pressed': String(view === chosen),
        click: () => {
          chosen = view;
          buttons.forEach((button, place) => button.setAttribute('aria-pressed', String(views[place] === chosen)));
          node.again();
          const open = node.querySelector('details');
          if (open) open.replaceWith(details('Numbers', () => numberTable(...chosen.numbers()), open.open));
        },
      },
      view.name,
    ),
  );
  const node = figure({
    ...options,
    tools: views.length > 1 ? el('div', {class: 'tabs'}, buttons) : null,
    draw: width => chosen.draw(width),
    numbers: () => chosen.numbers(),
  });
  return node;
}

const section = (id, title, about, ...children) =>
  el(
    'section',
    {id, 'aria-labelledby': `${id}-title`},
    el('div', {class: 'lead'}, el('h2', {id: `${id}-title`}, title), about ? el('p', {}, about) : null),
    ...children,
  );

// Where a click leads: the episodes behind a number.
const episodesOf = filters => () => table.show(filters);
const found = (rate, name, action) =>
  rate && rate.scored ? {shade: rate.rate, text: share(rate.rate, 0), tip: rateTip(name, rate), action} : null;

// A matrix as one view of a figure. `get` gives the shares that its numbers list.
const matrixView = (name, rows, columns, cell, get, hue = 'heat') => ({
  name,
  draw: width => heatMap(width, `${name}: shares in per cent`, rows, columns, cell, hue),
  numbers: () => [
    NUMBERS,
    rows.flatMap(row =>
      columns
        .filter(column => get(row, column)?.scored)
        .map(column => numbersRow(`${row.name}, ${column.name}`, get(row, column))),
    ),
  ],
});

// Bars as one view of a figure.
const barView = (name, rows, get, action) => ({
  name,
  draw: width =>
    rowPlot(
      width,
      `${name}: shares that hold`,
      rows.map(row => ({
        name: row.name,
        plot: bar(get(row).rate, get(row).interval),
        brief: `${share(get(row).rate)} of ${count(get(row).scored)}`,
        cells: [share(get(row).rate), count(get(row).scored)],
        tip: rateTip(row.name, get(row)),
        action: action(row),
      })),
      ['%', 'declared'],
    ),
  numbers: () => [NUMBERS, rows.map(row => numbersRow(row.name, get(row)))],
});

// A small drawing under a name of its own.
function panel(title, draw) {
  const holder = el('div', {class: 'drawing'});
  let drawn = 0;
  holder.redraw = width => {
    if (width && width !== drawn) {
      drawn = width;
      holder.replaceChildren(draw(width));
    }
  };
  watcher.observe(holder);
  return el('div', {class: 'panel'}, el('h4', {}, el('bdi', {}, title)), holder);
}

const legend = items =>
  el(
    'span',
    {class: 'legend'},
    items.map(([kind, text]) => el('span', {}, el('i', {class: `key key-${kind}`}), text)),
  );
