// What breaks: from reply-only to strict, families of checks, failure labels, and policy.

const FATES = {
  attempted: 'attempted',
  refrained: 'could have, and refrained',
  never_exposed: 'never shown the tool',
  ended_early: 'cut off before',
};

const lossTip = (name, step) =>
  `${name}: ${percent(step.rate)} of scored trials still succeed (${count(step.successes)} of ${count(step.scored)})`;

function falls(runs) {
  const least = Math.max(0, Math.floor(Math.min(...runs.map(run => run.figures.strict.rate)) * 5 - 0.5) / 5);
  const draw = run => width =>
    waterfall(
      width,
      `Waterfall of ${run.name}`,
      run.figures.waterfall
        .map((step, place, all) => {
          const name = step.name.replace('+ ', '');
          return {
            name,
            rate: step.rate,
            before: place ? all[place - 1].rate : 1,
            tip: lossTip(step.name, step),
            action: place && step.name !== 'strict' ? episodesOf({run: run.place, broken: name}) : null,
          };
        })
        .flatMap(withRest),
      least,
    );
  const about =
    'From judging replies alone to the whole contract: what is lost, in points, when actions, parameters, order and ' +
    'state count too; the rest is forbidden steps and non-convergence.';
  const numbers = () => [
    ['', ...runs[0].figures.waterfall.map(step => step.name)],
    runs.map(run => [run.name, ...run.figures.waterfall.map(step => share(step.rate))]),
  ];
  if (runs.length === 1) return figure({title: 'From reply-only to strict', about, draw: draw(runs[0]), numbers});
  const panels = el(
    'div',
    {class: 'panels'},
    runs.map(run => panel(run.name, draw(run))),
  );
  return el(
    'figure',
    {},
    el('figcaption', {}, el('h3', {}, 'From reply-only to strict'), el('p', {}, about)),
    panels,
    details('Numbers', () => numberTable(...numbers())),
  );
}

// The last step is two: what forbidden checks and non-convergence take, and what is left.
const withRest = step => (step.name === 'strict' ? [{...step, name: 'the rest', action: null}, step] : [step]);

function families(runs) {
  const kindNames = [...new Set(runs.flatMap(run => Object.keys(run.figures.kinds)))].sort(
    (a, b) => FAMILIES.indexOf(a.split('/')[0]) - FAMILIES.indexOf(b.split('/')[0]) || a.localeCompare(b),
  );
  const rows = {families: FAMILIES.filter(name => runs.some(run => run.figures.families[name])), kinds: kindNames};
  const options = {
    title: 'Checks that hold',
    about: 'Over the tasks that declare them: all checks of a family, or single checks by kind.',
  };
  const filters = (key, name) => (key === 'families' ? {broken: name} : {broken: name.split('/')[0]});
  const view = (title, key) => {
    const names = rows[key].map(id => ({id, name: words(id.replace('/', ' / '))}));
    const get = (row, run) => run.figures[key][row.id];
    if (runs.length === 1)
      return barView(
        title,
        names,
        row => get(row, runs[0]),
        row => episodesOf(filters(key, row.id)),
      );
    const cell = (row, run) =>
      found(get(row, run), `${run.name}, ${row.name}`, episodesOf({...filters(key, row.id), run: run.place}));
    return key === 'families'
      ? matrixView(
          title,
          runs,
          names,
          (run, row) => cell(row, run),
          (run, row) => get(row, run),
        )
      : matrixView(title, names, runs, cell, get);
  };
  return tabbed(options, [view('Families', 'families'), view('Kinds', 'kinds')]);
}

function failureClasses(runs) {
  const labels = Object.keys(runs[0].figures.failures).map(name => ({name}));
  const options = {
    title: 'Why trials fail',
    about:
      'One label for each failed trial, the first that applies from left to right: per cent of the trials with a score.',
  };
  const get = (run, column) => {
    const scored = run.figures.strict.scored,
      number = run.figures.failures[column.name];
    return {rate: scored ? number / scored : 0, number, scored};
  };
  const told = (run, column) =>
    `${run.name}, ${column.name}: ${count(get(run, column).number)} of ${count(get(run, column).scored)} trials`;
  const numbers = () => [
    ['', ...labels.map(column => column.name), 'failed', 'scored'],
    runs.map(run => [
      run.name,
      ...labels.map(column => count(run.figures.failures[column.name])),
      count(run.figures.strict.scored - run.figures.strict.successes),
      count(run.figures.strict.scored),
    ]),
  ];
  if (runs.length === 1) {
    const rows = labels.map(column => ({
      name: column.name,
      plot: bar(get(runs[0], column).rate, null, 'bad'),
      tip: told(runs[0], column),
      brief: `${share(get(runs[0], column).rate)} (${count(get(runs[0], column).number)})`,
      cells: [share(get(runs[0], column).rate), count(get(runs[0], column).number)],
      action: episodesOf({label: column.name}),
    }));
    const most = Math.ceil(Math.max(0.05, ...labels.map(column => get(runs[0], column).rate)) * 20) / 20;
    return figure({
      ...options,
      about: options.about.replace('left to right', 'top to bottom'),
      numbers,
      draw: width => rowPlot(width, 'Primary failure labels', rows, ['%', 'trials'], most),
    });
  }
  const most = Math.max(0.05, ...runs.flatMap(run => labels.map(column => get(run, column).rate)));
  const cell = (run, column) => {
    const {rate, number} = get(run, column);
    return number
      ? {
          shade: rate / most,
          text: share(rate),
          tip: told(run, column),
          action: episodesOf({run: run.place, label: column.name}),
        }
      : null;
  };
  return figure({
    ...options,
    numbers,
    draw: width => heatMap(width, 'Primary failure labels in per cent', runs, labels, cell, 'heat-bad'),
  });
}

// Policy

function policy(runs) {
  const bound = runs.filter(run => run.figures.compliance.episodes);
  if (!bound.length) return null;
  return section(
    'policy',
    'Policy',
    'Avoiding what is forbidden and completing what is allowed are two things. An agent that does nothing breaks no rule.',
    el('div', {class: 'pair'}, compliance(bound), fates(bound.filter(run => run.figures.compliance.fates))),
  );
}

function compliance(runs) {
  const rows = runs.map(run => {
    const {compliance: all, completion: whole, episodes} = run.figures.compliance;
    return {
      name: run.name,
      plot: dumbbell(whole, all),
      brief: `${share(whole.rate)} \u2192 ${share(all.rate)}`,
      cells: [share(whole.rate), share(all.rate)],
      action: episodesOf({run: run.place, constrained: '1'}),
      tip:
        `${run.name}: of ${count(episodes)} trials ${percent(all.rate)} break no negative check, ` +
        `${percent(whole.rate)} fulfil the whole contract`,
    };
  });
  return figure({
    title: 'Completion and compliance',
    about: [
      legend([
        ['accent', 'completion: the whole contract holds'],
        ['good', 'compliance: no negative check is broken'],
      ]),
    ],
    draw: width =>
      rowPlot(width, 'Completion and compliance on policy-constrained tasks', rows, ['completed', 'compliant']),
    numbers: () => [
      ['', 'trials', 'completion %', '95 % interval', 'compliance %', '95 % interval', 'compliant, not complete'],
      runs.map(run => {
        const c = run.figures.compliance;
        return [
          run.name,
          count(c.episodes),
          share(c.completion.rate),
          range(c.completion.interval),
          share(c.compliance.rate),
          range(c.compliance.interval),
          count(c.compliant - c.strict),
        ];
      }),
    ],
  });
}

function fates(runs) {
  if (!runs.length) return null;
  const total = run => Object.values(run.figures.compliance.fates).reduce((a, b) => a + b, 0);
  const rows = runs.map(run => ({
    name: run.name,
    brief: plural(total(run), 'check'),
    cells: [count(total(run))],
    tip: '',
    action: episodesOf({run: run.place, constrained: '1'}),
    plot: stack(
      Object.entries(FATES).map(([kind, text]) => {
        const number = run.figures.compliance.fates[kind];
        return {
          kind,
          share: number / (total(run) || 1),
          text: count(number),
          tip: `${run.name}, ${text}: ${count(number)} of ${count(total(run))} negative checks`,
        };
      }),
    ),
  }));
  return figure({
    title: 'What became of negative checks',
    about: [legend(Object.entries(FATES))],
    draw: width => rowPlot(width, 'Fates of negative checks', rows, ['checks']),
    numbers: () => [
      ['', ...Object.values(FATES)],
      runs.map(run => [run.name, ...Object.keys(FATES).map(kind => count(run.figures.compliance.fates[kind]))]),
    ],
  });
}
