// What it takes, how much trials differ, and what each run was.

const AXES = {
  cost: ['Cost, US dollars per episode', dollars],
  latency: ['Latency, seconds of the agent per episode', seconds],
  tokens: ['Tokens per episode', short],
  tool_calls: ['Tool calls per episode', short],
};

function efficiency(runs, together) {
  const rows = runs.map(run => {
    const e = run.figures.efficiency;
    return [
      run.name,
      known(e.cost, dollars),
      known(e.total_cost, dollars),
      known(e.model_calls ? e.tokens_in : null, short),
      known(e.model_calls ? e.tokens_out : null, short),
      short(e.model_calls),
      short(e.tool_calls),
      short(e.messages),
      seconds(e.latency),
      seconds(e.latency_p50),
      seconds(e.latency_p95),
    ];
  });
  const headers = [
    '',
    'cost',
    'total cost',
    'tokens in',
    'tokens out',
    'model calls',
    'tool calls',
    'messages',
    'latency',
    'p50',
    'p95',
  ];
  // Where nobody asks a model there is nothing to say of models.
  const asked = runs.some(run => run.figures.efficiency.model_calls);
  const cut = asked ? cells => cells : cells => [cells[0], ...cells.slice(6)];
  return section(
    'efficiency',
    'Efficiency',
    'Means over the scored trials, per episode, of the agent alone: what customer and judge take is not in it. ' +
      'Cached tokens cost as much as others.',
    together.fronts ? paretoPanels(runs, together.fronts) : null,
    numberTable(cut(headers), rows.map(cut), 'numbers plain'),
  );
}

function paretoPanels(runs, fronts) {
  const panels = Object.entries(AXES).map(([axis, [title, format]]) => {
    const points = runs
      .filter(run => fronts[axis].spent[run.name] !== null)
      .map(run => ({
        name: run.name,
        spent: fronts[axis].spent[run.name],
        rate: run.figures.strict.rate,
        action: episodesOf({run: run.place}),
        tip: `${run.name}: ${percent(run.figures.strict.rate)}, ${format(fronts[axis].spent[run.name])}`,
      }));
    if (new Set(points.map(point => point.spent)).size < 2) return null;
    const front = fronts[axis].front.map(name => points.find(point => point.name === name));
    const missing = runs.length - points.length;
    return panel(missing ? `${title} (unknown for ${missing})` : title, width =>
      pareto(width, `Success against ${title}`, points, front, format),
    );
  });
  return el(
    'figure',
    {},
    el(
      'figcaption',
      {},
      el('h3', {}, 'Success against what it takes'),
      el(
        'p',
        {},
        'Strict success in per cent; filled: no other run is both cheaper and better. Wide ranges have a logarithmic axis.',
      ),
    ),
    el('div', {class: 'panels wide'}, panels),
  );
}

function trials(runs, together) {
  const k = Math.max(...runs.map(run => run.figures.trials.rates.length));
  if (k < 2) return null;
  const places = [...Array(k).keys()];
  const headers = [
    '',
    ...places.map(n => `trial ${n}`),
    'mean',
    's.d.',
    ...places.map(n => `pass^${n + 1}`),
    'flips',
  ];
  const rows = runs.map(run => {
    const t = run.figures.trials;
    const flips = el(
      'a',
      {
        href: '#episodes',
        click: event => {
          event.preventDefault();
          table.show({run: run.place, flips: '1'});
        },
      },
      count(t.flips),
    );
    return [
      run.name,
      ...places.map(n => known(t.rates[n], share)),
      share(t.mean),
      known(t.deviation, share),
      ...places.map(n => known(t.pass_k[n], share)),
      flips,
    ];
  });
  const rhos = (together.rankings ?? []).map(ranking => ranking.rho).filter(rho => rho !== null);
  const bounds = [...new Set([Math.min(...rhos), Math.max(...rhos)].map(rho => rho.toFixed(3)))].join(' to ');
  const agree = rhos.length ? ` Rankings of the trials agree with Spearman\u2019s \u03c1 of ${bounds}.` : '';
  return section(
    'trials',
    'Repeated trials',
    'Strict success of each trial in per cent; pass^k: all of k trials of a task succeed; flips: tasks that succeed in ' +
      `some trials only.${agree}`,
    numberTable(headers, rows, 'numbers plain'),
  );
}

function secondJudge(runs) {
  const judged = runs.filter(run => run.figures.agreement);
  if (!judged.length) return null;
  return section(
    'judges',
    'Second judge',
    'Reply checks by the judge that decides, and by one whose opinion is only noted.',
    numberTable(
      [
        '',
        'both hold',
        'both broken',
        'only the first holds',
        'only the second holds',
        'agree %',
        'Cohen\u2019s \u03ba',
      ],
      judged.map(run => {
        const a = run.figures.agreement;
        return [
          run.name,
          count(a.both_hold),
          count(a.both_broken),
          count(a.only_first),
          count(a.only_second),
          share(a.share),
          known(a.kappa, k => k.toFixed(2)),
        ];
      }),
      'numbers plain',
    ),
  );
}

const runDetails = runs =>
  section(
    'details',
    'Run details',
    null,
    runs.map(run => details(run.name, () => el('pre', {class: 'json'}, JSON.stringify(run.info, null, 1)))),
  );
