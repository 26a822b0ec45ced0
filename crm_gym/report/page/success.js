// The top of the page, and where it succeeds.

function masthead(report) {
  const {runs} = report;
  const all = key => [...new Set(runs.map(run => String(run.info[key])))].join(', ');
  const facts = [
    ['tasks', all('tasks')],
    ['trials', all('trials')],
    ['customer', all('user')],
    ['replies judged by', all('judge')],
    ['exposure', all('exposure')],
    ['seed', all('seed')],
    ['task set', [...new Set(runs.map(run => run.info.task_set.slice(0, 8)))].join(', ')],
    ['crm_gym', all('version')],
  ];
  return el(
    'header',
    {class: 'masthead'},
    el('p', {class: 'kicker'}, 'crm-gym report'),
    el('h1', {}, el('bdi', {}, runs.length === 1 ? runs[0].name : `${plural(runs.length, 'run')} side by side`)),
    el(
      'dl',
      {class: 'facts'},
      facts.map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
    ),
    report.note ? el('p', {class: 'note'}, report.note) : null,
    report.warnings.length
      ? el(
          'ul',
          {class: 'warnings', 'aria-label': 'Warnings'},
          report.warnings.map(text => el('li', {}, text)),
        )
      : null,
  );
}

function headline(run) {
  const {strict, outcomes, trials} = run.figures;
  const k = trials.pass_k.length;
  const facts = [
    ['coverage', percent(strict.coverage), `${count(strict.scored)} of ${count(strict.scheduled)} trials have a score`],
    ['worst case', percent(strict.worst), 'every trial without a score counted as failed'],
    k > 1 ? [`pass^${k}`, percent(trials.pass_k[k - 1]), `all of ${k} trials of a task succeed`] : null,
    k > 1 ? ['flips', count(trials.flips), `of ${count(trials.tasks)} tasks succeed in some trials only`] : null,
  ].filter(Boolean);
  const others = Object.entries(outcomes).filter(
    ([name, number]) => number && name !== 'success' && name !== 'model_failure',
  );
  return el(
    'div',
    {class: 'headline'},
    el(
      'div',
      {class: 'big'},
      el('p', {class: 'figure-number'}, share(strict.rate), el('small', {}, '%')),
      el('p', {}, 'strict success'),
      el('p', {class: 'soft'}, `95 % interval ${range(strict.interval)} %`),
    ),
    el(
      'dl',
      {class: 'tiles'},
      facts.map(tile),
      others.map(([name, number]) => tile([words(name), count(number), 'trials without a score'])),
    ),
  );
}

const tile = ([name, value, about]) =>
  el('div', {}, el('dt', {}, name), el('dd', {}, value), about ? el('dd', {class: 'soft'}, about) : null);

function leaderboard(runs, together) {
  const cost = runs.some(run => run.figures.efficiency.cost !== null && run.figures.efficiency.cost > 0);
  const partial = runs.some(run => run.figures.strict.coverage < 1);
  const headers = [
    ...['success %', '95 % interval', 'coverage %'],
    ...(partial ? ['worst case %'] : []),
    ...(cost ? ['cost/episode'] : []),
  ];
  const rows = runs.map(run => {
    const {strict, efficiency} = run.figures;
    return {
      name: run.name,
      plot: bar(strict.rate, strict.interval),
      tip: rateTip(run.name, strict),
      action: episodesOf({run: run.place}),
      brief: `${share(strict.rate)} [${range(strict.interval)}]`,
      cells: [
        share(strict.rate),
        range(strict.interval),
        share(strict.coverage, 0),
        ...(partial ? [share(strict.worst)] : []),
        ...(cost ? [known(efficiency.cost, dollars)] : []),
      ],
    };
  });
  return figure({
    title: 'Strict success',
    about: 'Every declared check of the contract holds; bars with Wilson 95 % intervals, over the trials with a score.',
    draw: width => rowPlot(width, 'Strict success of each run, with 95 % intervals', rows, headers),
    numbers: () => [
      [...NUMBERS, 'scheduled', 'worst case %', 'against the next better', 'wins', 'losses', 'ties', 'McNemar p'],
      runs.map(run => {
        const {strict} = run.figures,
          pair = together.paired?.[run.name];
        return [
          ...numbersRow(run.name, strict),
          count(strict.scheduled),
          share(strict.worst),
          ...(pair
            ? [
                pair.against,
                count(pair.wins),
                count(pair.losses),
                count(pair.ties),
                pair.p < 0.0001 ? '< 0.0001' : pair.p.toFixed(4),
              ]
            : ['', '', '', '', '']),
        ];
      }),
    ],
  });
}

function where(runs) {
  const domains = [...new Set(runs.flatMap(run => Object.keys(run.figures.groups.domain)))].sort();
  const one = runs.length === 1;
  const kinds = {domain: 'Domain', label: 'Capability', style: 'Style'};
  const tidy = name => words(domains.length === 1 ? name.replace(/^.*\//, '') : name.replace('/', ' / '));
  const filter = (kind, name) => (kind === 'domain' ? {domain: name} : {search: name.replace(/^.*\//, '')});
  const groups = kind =>
    [...new Set(runs.flatMap(run => Object.keys(run.figures.groups[kind])))]
      .sort()
      .map(name => ({name: tidy(name), of: run => run.figures.groups[kind][name], filters: filter(kind, name)}));
  const by = Object.entries(kinds)
    .map(([kind, title]) => ({title, groups: groups(kind)}))
    .filter(view => view.groups.length);
  const order = one ? 'difficulty is the task writer\u2019s view' : 'runs in order of overall success';
  return tabbed(
    {
      title: one ? 'Domain by difficulty' : 'By domain, difficulty and capability',
      about: `Strict success in per cent; ${order}. A cell leads to its episodes.`,
    },
    one ? by.map(view => crossedView(view, runs[0])) : sideBySideViews(by, runs, domains),
  );
}

function crossedView({title, groups}, run) {
  const columns = ['all', ...DIFFICULTIES].map(name => ({name}));
  const cell = (row, column) =>
    found(
      row.of(run)?.[column.name],
      `${row.name}, ${column.name}`,
      episodesOf({...row.filters, ...(column.name === 'all' ? {} : {difficulty: column.name})}),
    );
  return matrixView(title, groups, columns, cell, (row, column) => row.of(run)?.[column.name]);
}

function sideBySideViews(by, runs, domains) {
  const difficulty = DIFFICULTIES.map(name => ({
    name,
    of: run => ({all: run.figures.difficulty[name]}),
    filters: {difficulty: name},
  }));
  const both = domains.flatMap(domain =>
    DIFFICULTIES.map(name => ({
      name: `${domain} / ${name}`,
      of: run => ({all: run.figures.groups.domain[domain]?.[name]}),
      filters: {domain, difficulty: name},
    })),
  );
  const crossed = {title: 'Domain \u00d7 difficulty', groups: both},
    alone = [by[0], {title: 'Difficulty', groups: difficulty}];
  const views = [...(domains.length < 3 ? [crossed, ...alone] : [...alone, crossed]), ...by.slice(1)];
  return views.map(({title, groups}) => {
    const get = (group, run) => group.of(run)?.all;
    const cell = (group, run) =>
      found(get(group, run), `${run.name}, ${group.name}`, episodesOf({...group.filters, run: run.place}));
    return groups.length > 6
      ? matrixView(title, groups, runs, cell, get)
      : matrixView(
          title,
          runs,
          groups,
          (run, group) => cell(group, run),
          (run, group) => get(group, run),
        );
  });
}
