// Puts the report together, follows the address, and listens to the keyboard.

const main = {
  scroll: 0,
  title: document.title,

  async begin() {
    const [report, index] = await Promise.all([unpack('overview'), unpack('index')]);
    report.runs.forEach((run, place) => {
      run.place = place;
    });
    const runs = [...report.runs].sort((a, b) => b.figures.strict.rate - a.figures.strict.rate || a.place - b.place);
    const one = runs.length === 1;
    const sections = [
      section('success', 'Success', null, one ? headline(runs[0]) : leaderboard(runs, report.together), where(runs)),
      section(
        'checks',
        'What breaks',
        null,
        falls(runs),
        el('div', {class: one ? 'pair' : ''}, families(runs), failureClasses(runs)),
      ),
      policy(runs),
      efficiency(runs, report.together),
      trials(runs, report.together),
      secondJudge(runs),
      table.begin(index, runs),
      runDetails(runs),
    ].filter(Boolean);
    $('report').replaceChildren(masthead(report), ...sections);
    $('nav').replaceChildren(
      ...sections.map(node => el('a', {href: `#${node.id}`}, node.querySelector('h2').textContent)),
      el('span', {class: 'space'}),
      el(
        'span',
        {class: 'buttons'},
        el('button', {
          type: 'button',
          id: 'theme',
          title: 'Theme (t)',
          'aria-label': 'Theme',
          click: theme.next,
        }),
        el(
          'button',
          {type: 'button', title: 'Keys (?)', 'aria-label': 'Keys', click: () => $('keys').showModal()},
          '?',
        ),
      ),
    );
    theme.set(document.documentElement.dataset.theme);
    addEventListener('hashchange', () => main.follow());
    addEventListener('keydown', event => main.key(event));
    addEventListener('beforeprint', () => main.unfold());
    table.apply();
    await main.follow();
    document.documentElement.dataset.ready = String(Math.round(performance.now()));
  },

  get row() {
    const key = /^#episode\/(.+)$/.exec(location.hash)?.[1];
    return key ? table.rows.find(row => row.key === decodeURIComponent(key)) : undefined;
  },

  async follow() {
    const {row} = main;
    if (row) await main.open(row);
    else if ($('report').hidden) main.back();
    else {
      const query = /^#episodes\?(.*)$/.exec(location.hash)?.[1];
      if (query !== undefined) table.restore(query);
      const target = $(location.hash.slice(1).split('?')[0]);
      if (target && target.tagName === 'SECTION') target.scrollIntoView();
    }
  },

  async open(row) {
    if (!$('report').hidden) main.scroll = scrollY;
    const place = table.shown.indexOf(row);
    if (place >= 0) table.marked = place;
    await episodePage.show(row, {
      place,
      total: table.shown.length,
      previous: table.shown[place - 1],
      next: place < 0 ? table.shown[0] : table.shown[place + 1],
    });
    $('report').hidden = true;
    $('episode').hidden = false;
    document.body.dataset.page = 'episode';
    document.title = `${row.about.id}, trial ${row.trial} \u00b7 ${main.title}`;
    scrollTo(0, 0);
  },

  leave() {
    $('report').hidden = false;
    $('episode').hidden = true;
    delete document.body.dataset.page;
    document.title = main.title;
  },

  // Back to the table, where it was, with this episode marked.
  close() {
    history.pushState(null, '', table.address);
    main.back();
  },

  back() {
    main.leave();
    scrollTo(0, main.scroll);
    if (table.marked >= 0) table.step(0);
    table.reveal();
  },

  key(event) {
    const typing = event.target.closest?.('input, select, textarea');
    if (event.ctrlKey || event.metaKey || event.altKey || $('keys').open) return;
    if (event.key === 'Escape') {
      if (typing) event.target.blur();
      else if (main.row) main.close();
      return;
    }
    if (typing) {
      if (event.key === 'Enter' && event.target === table.search) event.target.blur();
      return;
    }
    const act = main.keys[event.key];
    if (!act) return;
    if (event.key === 'Enter' && event.target.closest?.('a, button, summary')) return;
    event.preventDefault();
    act();
  },

  keys: {
    j: () => main.move(1),
    k: () => main.move(-1),
    Enter: () => {
      if (!main.row) table.open();
    },
    '/': () => {
      if (main.row) main.close();
      $('episodes').scrollIntoView();
      table.search.focus();
      table.search.select();
    },
    t: () => theme.next(),
    '?': () => $('keys').showModal(),
  },

  move(by) {
    if (!main.row) {
      table.step(by);
      table.reveal();
      return;
    }
    const next = table.shown[table.shown.indexOf(main.row) + by];
    if (next) history.replaceState(null, '', `#episode/${next.key}`);
    if (next) main.open(next);
  },

  // On paper everything of an episode is there; of the report's tables only what was opened.
  unfold() {
    if (main.row)
      document.querySelectorAll('#episode details').forEach(node => {
        node.open = true;
      });
  },
};

main.begin();
