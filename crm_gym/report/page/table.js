// The table of episodes: filters, search, order, a marked row. Only the rows in view are in the document.

const GLYPHS = {
  success: '\u2713',
  model_failure: '\u2715',
  timeout_unreviewed: '\u25d4',
  infra_failure: '\u25cb',
  evaluator_error: '!',
  cancelled: '\u2013',
};
const KINDS = {success: 'good', model_failure: 'bad'};
const kindOf = outcome => KINDS[outcome] ?? 'other';
const EMPTY = {
  search: '',
  run: '',
  domain: '',
  difficulty: '',
  outcome: '',
  broken: '',
  label: '',
  flips: '',
  constrained: '',
};

const table = {
  rows: [],
  shown: [],
  filters: {...EMPTY},
  order: ['', 1],
  marked: -1,
  texts: null,
  asked: false, // whether any run asks a model

  // Where the packed columns become rows.
  begin(index, runs) {
    this.index = index;
    this.runs = runs;
    this.names = [...runs].sort((a, b) => a.place - b.place).map(run => run.name);
    const {columns} = index;
    this.rows = columns.task.map((task, place) => ({
      place,
      task,
      about: index.tasks[task],
      ...Object.fromEntries(
        Object.entries(columns)
          .slice(1)
          .map(([name, column]) => [name, column[place]]),
      ),
    }));
    this.asked = this.rows.some(row => row.tokens !== null || row.cost);
    for (const row of this.rows) {
      row.outcome = index.outcomes[row.outcome];
      row.reason = index.reasons[row.reason];
      row.label = row.label < 0 ? '' : index.labels[row.label];
      row.key = `${row.about.id}/${row.trial}/${row.run}`;
      row.found = [
        row.about.id,
        row.about.family,
        ...row.about.labels,
        ...row.about.styles,
        row.about.difficulty,
        this.names[row.run],
        row.reason,
        row.label,
      ]
        .join(' ')
        .toLowerCase();
    }
    return this.build();
  },

  build() {
    this.search = el('input', {
      type: 'search',
      placeholder: 'Search tasks and conversations',
      'aria-label': 'Search',
      autocomplete: 'off',
      spellcheck: 'false',
      input: () => this.set({search: this.search.value}),
    });
    const domains = [...new Set(this.index.tasks.map(task => task.domain))].sort();
    const used = name => [...new Set(this.rows.map(row => row[name]))].filter(Boolean);
    this.selects = {
      run:
        this.runs.length > 1
          ? this.choice(
              'Run',
              this.runs.map(run => [run.place, run.name]),
            )
          : null,
      domain:
        domains.length > 1
          ? this.choice(
              'Domain',
              domains.map(name => [name, name]),
            )
          : null,
      difficulty: this.choice(
        'Difficulty',
        this.index.difficulties.map(name => [name, name]),
      ),
      outcome: this.choice(
        'Outcome',
        this.index.outcomes.filter(name => used('outcome').includes(name)).map(name => [name, words(name)]),
      ),
      broken: this.choice(
        'Broken',
        this.index.families.map(name => [name, name]),
      ),
      label: this.choice(
        'Failure',
        this.index.labels.filter(name => used('label').includes(name)).map(name => [name, name]),
      ),
    };
    for (const [name, select] of Object.entries(this.selects))
      select?.addEventListener('change', () => this.set({[name]: select.value}));
    const box = name =>
      el('input', {type: 'checkbox', change: event => this.set({[name]: event.target.checked ? '1' : ''})});
    this.boxes = {flips: box('flips'), constrained: box('constrained')};
    this.told = el('p', {class: 'told', role: 'status'});
    this.body = el('div', {class: 'rows', role: 'rowgroup'});
    this.port = el(
      'div',
      {class: 'port', tabindex: '0', 'aria-label': 'Episodes', scroll: () => this.paint()},
      this.body,
    );
    this.head = el('div', {class: 'row head', role: 'row'});
    new ResizeObserver(() => this.paint(true)).observe(this.port);
    return section(
      'episodes',
      'Episodes',
      null,
      el(
        'form',
        {class: 'filters', submit: event => event.preventDefault()},
        this.search,
        Object.values(this.selects),
        el(
          'div',
          {class: 'more-filters'},
          this.told,
          el('label', {class: 'toggle'}, this.boxes.flips, 'Flips only'),
          el('label', {class: 'toggle'}, this.boxes.constrained, 'Policy-constrained'),
          el('button', {type: 'button', click: () => this.set({...EMPTY})}, 'Reset'),
        ),
      ),
      el(
        'div',
        {class: 'grid', role: 'table', 'aria-label': 'Episodes'},
        el('div', {role: 'rowgroup'}, this.head),
        this.port,
      ),
      el('p', {class: 'print-only'}, 'The episodes themselves are in the file, not on paper.'),
    );
  },

  choice(name, options) {
    return el(
      'select',
      {'aria-label': name},
      el('option', {value: ''}, `${name}: all`),
      options.map(([value, text]) => el('option', {value}, text)),
    );
  },

  // Filters

  show(filters) {
    this.set({...EMPTY, ...filters});
    $('episodes').scrollIntoView();
  },

  set(filters) {
    Object.assign(this.filters, filters);
    this.apply();
    history.replaceState(null, '', this.address);
  },

  // The filters as an address, so that a reload or a bookmark finds them again.
  get address() {
    const kept = Object.entries(this.filters).filter(([, value]) => value !== '');
    return kept.length ? `#episodes?${new URLSearchParams(kept)}` : '#episodes';
  },

  apply() {
    for (const [name, select] of Object.entries(this.selects)) if (select) select.value = String(this.filters[name]);
    for (const [name, box] of Object.entries(this.boxes)) box.checked = Boolean(this.filters[name]);
    if (this.search.value !== this.filters.search) this.search.value = this.filters.search;
    const tests = this.tests(),
      sought = this.filters.search.trim().toLowerCase();
    if (sought && !this.texts) this.readTexts();
    this.shown = this.rows.filter(
      row =>
        tests.every(test => test(row)) &&
        (!sought || row.found.includes(sought) || (this.texts?.get(row.key)?.includes(sought) ?? false)),
    );
    this.sort();
    this.marked = -1;
    this.port.scrollTop = 0;
    this.paint(true);
  },

  tests() {
    const f = this.filters,
      bit = 1 << this.index.families.indexOf(f.broken);
    return [
      f.run !== '' && (row => row.run === Number(f.run)),
      f.domain && (row => row.about.domain === f.domain),
      f.difficulty && (row => row.about.difficulty === f.difficulty),
      f.outcome && (row => row.outcome === f.outcome),
      f.broken && (row => row.broken & bit),
      f.label && (row => row.label === f.label),
      f.flips && (row => row.flips),
      f.constrained && (row => row.about.constrained),
    ].filter(Boolean);
  },

  // Conversations are searched once they are all unpacked; until then tasks, runs and reasons are.
  async readTexts() {
    this.texts = new Map();
    this.told.dataset.reading = '1';
    for (let task = 0; task < this.index.tasks.length; task += 1) {
      const {episodes, texts} = await part(task);
      const rows = this.rows.filter(row => row.task === task);
      rows.forEach((row, place) =>
        this.texts.set(
          row.key,
          episodes[place].events
            .map(event => wordsOf(event, texts))
            .join('\n')
            .toLowerCase(),
        ),
      );
    }
    delete this.told.dataset.reading;
    this.apply();
  },

  sort() {
    const [name, way] = this.order;
    if (!name) return;
    const rank = this.ranks()[name] ?? (row => row[name] ?? -1);
    const compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
    this.shown.sort((a, b) => way * compare(rank(a), rank(b)) || a.place - b.place);
  },

  // By what a column is sorted, where it is not the number or text that it has in a row.
  ranks() {
    const {outcomes, difficulties} = this.index;
    const order = new Map(this.runs.map((run, place) => [run.place, place]));
    return {
      outcome: row => outcomes.indexOf(row.outcome),
      task: row => row.about.id,
      family: row => row.about.family,
      run: row => order.get(row.run),
      difficulty: row => difficulties.indexOf(row.about.difficulty),
    };
  },

  orderBy(name) {
    const [was, way] = this.order;
    this.order = was !== name ? [name, 1] : way === 1 ? [name, -1] : ['', 1];
    this.apply();
  },

  // Rows in view

  columns() {
    const all = [
      ['outcome', '', row => glyph(row.outcome)],
      ['task', 'task', row => el('a', {href: `#episode/${row.key}`, tabindex: '-1'}, row.about.id)],
      ['family', 'scenario', row => words(row.about.family)],
      this.runs.length > 1 ? ['run', 'run', row => el('bdi', {}, this.names[row.run])] : null,
      ['trial', 'trial', row => String(row.trial), 'num'],
      ['difficulty', 'difficulty', row => row.about.difficulty],
      ['broken', 'checks', row => this.pips(row)],
      ['label', 'failure', row => row.label || (row.outcome === 'success' ? '' : row.reason)],
      ['calls', 'calls', row => String(row.calls), 'num'],
      ['messages', 'msgs', row => String(row.messages), 'num'],
      this.asked ? ['tokens', 'tokens', row => (row.tokens === null ? '' : short(row.tokens)), 'num'] : null,
      ['seconds', 'time', row => (row.seconds ? seconds(row.seconds) : '< 0.1 ms'), 'num'],
      this.asked ? ['cost', 'cost', row => (row.cost ? dollars(row.cost) : ''), 'num'] : null,
    ];
    return all.filter(Boolean);
  },

  pips(row) {
    const broken = this.index.families.filter((_, place) => row.broken & (1 << place));
    return el(
      'span',
      {
        class: 'pips',
        role: 'img',
        'aria-label': broken.length ? `broken: ${broken.join(', ')}` : row.declared ? 'all hold' : 'not judged',
      },
      this.index.families.map((name, place) => {
        const kind = row.broken & (1 << place) ? 'bad' : row.declared & (1 << place) ? 'good' : 'none';
        return el(
          'i',
          {class: kind, title: `${name}: ${{bad: 'broken', good: 'holds', none: 'not declared'}[kind]}`},
          name[0].toUpperCase(),
        );
      }),
    );
  },

  paint(again = false) {
    const height = this.port.clientWidth < 760 ? 62 : 34;
    if (again) this.frame(height);
    const first = Math.max(0, Math.floor(this.port.scrollTop / height) - 8);
    const last = Math.min(this.shown.length, Math.ceil((this.port.scrollTop + this.port.clientHeight) / height) + 8);
    if (!again && this.first === first && this.last === last) return;
    [this.first, this.last] = [first, last];
    const columns = this.columns();
    this.body.replaceChildren(
      ...this.shown.slice(first, last).map((row, place) => this.row(row, first + place, height, columns)),
    );
  },

  frame(height) {
    this.body.style.height = `${this.shown.length * height}px`;
    this.port.style.setProperty('--rows', `${Math.min(this.shown.length, 18) * height}px`);
    this.body.parentElement.parentElement.setAttribute('aria-rowcount', String(this.shown.length + 1));
    const good = this.shown.filter(row => row.outcome === 'success').length;
    const scored = this.shown.filter(row => row.outcome === 'success' || row.outcome === 'model_failure').length;
    this.told.textContent =
      `${count(this.shown.length)} of ${plural(this.rows.length, 'episode')}` +
      (scored ? `, ${percent(good / scored)} strict success` : '') +
      (this.told.dataset.reading ? '; reading conversations\u2026' : '');
    this.head.replaceChildren(
      ...this.columns().map(([name, title, , kind]) =>
        el(
          'span',
          {
            role: 'columnheader',
            class: `${name} ${kind ?? ''}`,
            'aria-sort': this.order[0] === name ? (this.order[1] > 0 ? 'ascending' : 'descending') : null,
          },
          el('button', {type: 'button', click: () => this.orderBy(name)}, title || 'outcome'),
        ),
      ),
    );
    this.head.parentElement.parentElement.classList.toggle('several', this.runs.length > 1);
    this.head.parentElement.parentElement.classList.toggle('unasked', !this.asked);
  },

  row(row, place, height, columns) {
    return el(
      'div',
      {
        class: `row ${place === this.marked ? 'marked' : ''}`,
        role: 'row',
        'aria-rowindex': String(place + 2),
        'aria-current': place === this.marked ? 'true' : null,
        css: {top: `${place * height}px`, height: `${height}px`},
        click: event => {
          this.marked = place;
          if (event.target.tagName !== 'A') this.open();
        },
      },
      columns.map(([name, , cell, kind]) => el('span', {role: 'cell', class: `${name} ${kind ?? ''}`}, cell(row))),
    );
  },

  // The marked row

  step(by) {
    if (!this.shown.length) return;
    this.marked = Math.min(Math.max(this.marked + by, 0), this.shown.length - 1);
    const height = this.port.clientWidth < 760 ? 62 : 34,
      top = this.marked * height;
    if (top < this.port.scrollTop) this.port.scrollTop = top;
    if (top + height > this.port.scrollTop + this.port.clientHeight)
      this.port.scrollTop = top + height - this.port.clientHeight;
    this.paint(true);
  },

  // The table as it stands in view, with its marked row.
  reveal() {
    const box = this.port.getBoundingClientRect();
    if (box.top < 0 || box.bottom > innerHeight) $('episodes').scrollIntoView();
    this.paint(true);
  },

  open() {
    const row = this.shown[this.marked];
    if (row) location.hash = `#episode/${row.key}`;
  },

  // Whether the filters came from the address.
  restore(query) {
    const given = Object.fromEntries(new URLSearchParams(query));
    this.filters = {...EMPTY, ...Object.fromEntries(Object.entries(given).filter(([name]) => name in EMPTY))};
    this.apply();
  },
};

const glyph = outcome =>
  el(
    'i',
    {class: `glyph ${kindOf(outcome)}`, role: 'img', 'aria-label': words(outcome), title: words(outcome)},
    GLYPHS[outcome],
  );

// What of an event is searched.
const wordsOf = ([kind, ...rest], texts) =>
  kind === 'tool'
    ? `${rest[0]} ${JSON.stringify(rest[1])} ${texts[rest[3]]}`
    : kind === 'route'
      ? rest[0]
      : texts[rest[0]];
