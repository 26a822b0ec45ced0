// The page of one episode: conversation and contract side by side, then what changed, and the journal.

const LONG = {prose: 1600, value: 400, json: 4000};
const ROLES = {
  violating: 'Violating',
  expected: 'Expected',
  allowed: 'Allowed',
  open: 'Not declared',
  bookkeeping: 'Bookkeeping',
};
const ROLE_NOTES = {
  violating: 'the contract does not allow it',
  expected: 'the contract asks for this record',
  allowed: 'the contract lets it change',
  open: 'the contract says nothing about it',
  bookkeeping: 'sessions and counters, which no check sees',
};

// Text as it came. Very long text is cut until it is asked for.
function prose(text, kind = 'prose') {
  const node = el('div', {class: kind, dir: 'auto'});
  const most = LONG[kind] ?? LONG.prose;
  if (text.length <= most) {
    node.append(text);
    return node;
  }
  const end = text.codePointAt(most - 1) > 0xffff ? most - 1 : most;
  const button = el(
    'button',
    {type: 'button', class: 'more', click: () => node.replaceChildren(text)},
    `Show all ${count(text.length)} characters`,
  );
  node.append(`${text.slice(0, end)}\u2026 `, button);
  return node;
}

const plain = value => (typeof value === 'string' && value ? value : JSON.stringify(value));
const blank = value => value === null || value === undefined || value === '';

// The fields worth showing: of a new or a deleted record those that have a value.
const filled = (verb, fields) => fields.filter(([, before, after]) => verb === 'changed' || !blank(before ?? after));
const code = text => el('code', {}, el('bdi', {}, text));

function readJson(text) {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const episodePage = {
  async show(row, onward) {
    const {about} = row;
    const data = await part(row.task);
    const rows = table.rows.filter(other => other.task === row.task);
    const episode = data.episodes[rows.indexOf(row)];
    this.events = new Map();
    this.checks = new Map();
    this.texts = data.texts;
    const verdicts = episode.verdicts.map(([check, outcome, why, evidence]) => ({
      ...data.checks[check],
      outcome,
      why: data.texts[why],
      evidence,
    }));
    const opinions = new Map(
      episode.opinions.map(([check, outcome, why]) => [data.checks[check].id, {outcome, why: data.texts[why]}]),
    );
    $('episode').replaceChildren(
      this.top(row, about, onward),
      this.title(row, about, episode),
      this.siblings(row, rows),
      el(
        'div',
        {class: 'split'},
        el(
          'section',
          {class: 'conversation', 'aria-label': 'Conversation'},
          this.conversation(data, episode, verdicts),
        ),
        el('aside', {class: 'contract', 'aria-label': 'Contract'}, this.contract(verdicts, opinions)),
      ),
      this.changes(episode.changes, verdicts),
      this.journal(episode.journal),
      data.solution ? this.solution(data.solution) : null,
    );
  },

  top(row, about, {place, total, previous, next}) {
    const way = (to, text, key) =>
      el(
        'a',
        {href: to ? `#episode/${to.key}` : null, class: 'step', 'aria-disabled': String(!to)},
        text,
        ' ',
        el('kbd', {}, key),
      );
    return el(
      'div',
      {class: 'top'},
      el(
        'a',
        {
          href: '#episodes',
          class: 'step',
          click: event => {
            event.preventDefault();
            main.close();
          },
        },
        '\u2190 Episodes ',
        el('kbd', {}, 'Esc'),
      ),
      el('span', {class: 'soft'}, place < 0 ? '' : `${count(place + 1)} of ${count(total)}`),
      way(previous, 'Previous', 'k'),
      way(next, 'Next', 'j'),
    );
  },

  title(row, about, episode) {
    const several = table.runs.length > 1;
    const why = row.outcome === 'success' ? '' : [row.label, row.reason].filter(Boolean).join(', ');
    const [total, agent, simulator, judge] = episode.seconds,
      [prompt, completion, calls] = episode.usage;
    const facts = [
      ['scenario', words(about.family)],
      ['capability', about.labels.map(words).join(', ')],
      ['style', about.styles.join(', ')],
      ['difficulty', about.difficulty],
      ['model', episode.model],
      ['tools shown', episode.exposure],
      ['seed', String(episode.seed)],
      row.attempt > 1 ? ['attempt', String(row.attempt)] : null,
      ['ended', words(episode.end || 'cut off')],
      ['steps', String(row.steps)],
      ['tool calls', String(row.calls)],
      ['agent / customer / judge', `${seconds(agent)} / ${seconds(simulator)} / ${seconds(judge)}`],
      calls ? ['tokens in / out', `${count(prompt)} / ${count(completion)}`] : null,
      row.cost ? ['cost', dollars(row.cost)] : null,
    ];
    return el(
      'header',
      {class: 'masthead small'},
      el(
        'h1',
        {},
        about.id,
        ' ',
        el('span', {class: `chip ${kindOf(row.outcome)}`}, `${GLYPHS[row.outcome]} ${words(row.outcome)}`),
        why ? el('span', {class: 'why'}, why) : null,
      ),
      several
        ? el('p', {class: 'soft'}, el('bdi', {}, table.names[row.run]), `, trial ${row.trial}`)
        : el('p', {class: 'soft'}, `trial ${row.trial}`),
      el(
        'dl',
        {class: 'facts'},
        facts
          .filter(fact => fact && fact[1])
          .map(([name, value]) => el('div', {}, el('dt', {}, name), el('dd', {}, value))),
      ),
    );
  },

  // The same task in other trials and runs.
  siblings(row, rows) {
    if (rows.length < 2) return null;
    const runs = table.runs.filter(run => rows.some(other => other.run === run.place));
    return el(
      'div',
      {class: 'siblings', 'aria-label': 'The same task in all trials'},
      runs.map(run =>
        el(
          'div',
          {},
          table.runs.length > 1 ? el('span', {}, el('bdi', {}, run.name)) : el('span', {}, 'trials'),
          rows
            .filter(other => other.run === run.place)
            .map(other =>
              el(
                'a',
                {
                  href: `#episode/${other.key}`,
                  'aria-current': other === row ? 'true' : null,
                  title: `${run.name}, trial ${other.trial}: ${words(other.outcome)}`,
                },
                glyph(other.outcome),
              ),
            ),
        ),
      ),
    );
  },

  // Conversation

  conversation(data, episode, verdicts) {
    const about = data.story
      ? details(el('bdi', {}, `What ${data.customer} wants (the agent never sees this)`), () => prose(data.story))
      : null;
    const badges = new Map();
    for (const verdict of verdicts)
      for (const number of new Set(verdict.evidence)) badges.set(number, [...(badges.get(number) ?? []), verdict]);
    return [
      el('h2', {}, 'Conversation'),
      about,
      el(
        'ol',
        {class: 'events'},
        episode.events.map((event, number) => this.event(event, number, badges.get(number) ?? [])),
      ),
    ];
  },

  event([kind, ...rest], number, verdicts) {
    const shapes = {
      user: ([text]) => ['Customer', prose(this.texts[text])],
      agent: ([text]) => ['Agent', prose(this.texts[text])],
      tool: ([name, given, status, result, writes, wrote]) => [
        'Tool',
        this.tool(name, given, status, this.texts[result], writes, wrote),
      ],
      route: ([node, status, result]) => [
        'Route',
        [
          el('p', {class: 'call'}, '\u2192 ', code(node), this.status(status)),
          status === 'ok' ? null : prose(this.texts[result], 'prose result'),
        ],
      ],
    };
    const [who, body] = shapes[kind](rest);
    const node = el(
      'li',
      {class: `event ${kind}`, id: `event-${number}`},
      el('span', {class: 'at'}, String(number)),
      el(
        'div',
        {},
        el('p', {class: 'who'}, who),
        body,
        verdicts.length
          ? el(
              'p',
              {class: 'badges'},
              verdicts.map(verdict => this.badge(verdict)),
            )
          : null,
      ),
    );
    this.events.set(number, node);
    return node;
  },

  badge(verdict) {
    return el(
      'button',
      {
        type: 'button',
        class: `badge ${verdict.outcome}`,
        title: `${verdict.family}: ${verdict.sentence || verdict.kind}`,
        click: () => this.mark(this.checks.get(verdict.id)),
      },
      `${verdict.outcome === 'holds' ? '\u2713' : '\u2715'} ${verdict.id}`,
    );
  },

  tool(name, given, status, result, writes, wrote) {
    const value = readJson(result);
    const inner = value && typeof value === 'object' ? (value.data ?? value.error ?? value) : value;
    const flat = plain(inner),
      refused = status !== 'ok';
    const call = el(
      'p',
      {class: 'call'},
      code(name),
      this.status(status),
      wrote ? el('span', {class: 'wrote'}, `wrote ${plural(wrote, 'record')}`) : null,
    );
    const args = Object.entries(given).length
      ? el(
          'dl',
          {class: 'arguments'},
          Object.entries(given).map(([key, item]) =>
            el('div', {}, el('dt', {}, key), el('dd', {}, prose(plain(item), 'value'))),
          ),
        )
      : null;
    const text = refused && inner && inner.message ? `${inner.code ?? ''}: ${inner.message}` : flat;
    const lines = typeof inner === 'object' ? JSON.stringify(inner, null, 1) : String(inner);
    const answer =
      lines.length <= 90
        ? el('p', {class: 'result'}, el('bdi', {}, text))
        : el('details', {class: 'result'}, el('summary', {}, el('bdi', {}, text.slice(0, 180))), prose(lines, 'json'));
    return [call, args, answer];
  },

  status(status) {
    return status === 'ok' ? null : el('span', {class: `status ${status}`}, words(status));
  },

  // Contract

  contract(verdicts, opinions) {
    if (!verdicts.length) return [el('h2', {}, 'Contract'), el('p', {class: 'soft'}, 'This trial was not judged.')];
    const parts = [
      ['Broken', verdict => verdict.outcome !== 'holds'],
      ['Holds', verdict => verdict.outcome === 'holds'],
    ];
    return [
      el('h2', {}, 'Contract'),
      parts.map(([title, test]) => {
        const group = verdicts.filter(test);
        return group.length
          ? [
              el('h3', {}, `${title} `, el('small', {}, String(group.length))),
              el(
                'ul',
                {class: 'checks'},
                group.map(verdict => this.check(verdict, opinions.get(verdict.id))),
              ),
            ]
          : null;
      }),
    ];
  },

  check(verdict, opinion) {
    const node = el(
      'li',
      {
        class: `check ${verdict.outcome}`,
        mouseenter: () => this.light(verdict.evidence, true),
        mouseleave: () => this.light(verdict.evidence, false),
      },
      el(
        'p',
        {class: 'who'},
        el(
          'i',
          {class: 'glyph', 'aria-label': verdict.outcome},
          {holds: '\u2713', broken: '\u2715', error: '!'}[verdict.outcome],
        ),
        ' ',
        verdict.family,
        el('span', {}, verdict.id),
      ),
      el(
        'dl',
        {},
        verdict.sentence ? [el('dt', {}, 'expected'), el('dd', {}, prose(verdict.sentence, 'value'))] : null,
        el('dt', {}, 'observed'),
        el('dd', {}, prose(verdict.why, 'value')),
        verdict.evidence.length
          ? [
              el('dt', {}, 'evidence'),
              el(
                'dd',
                {},
                [...new Set(verdict.evidence)].map(number => this.jump(number)),
              ),
            ]
          : null,
        opinion
          ? [
              el('dt', {}, 'second judge'),
              el(
                'dd',
                {class: opinion.outcome === verdict.outcome ? '' : 'differs'},
                `${opinion.outcome}: `,
                prose(opinion.why, 'value'),
              ),
            ]
          : null,
      ),
    );
    this.checks.set(verdict.id, node);
    return node;
  },

  jump(number) {
    return el('button', {type: 'button', class: 'jump', click: () => this.mark(this.events.get(number))}, `#${number}`);
  },

  light(numbers, on) {
    for (const number of numbers) this.events.get(number)?.classList.toggle('lit', on);
  },

  mark(node) {
    if (!node) return;
    node.scrollIntoView({
      block: 'center',
      behavior: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'auto' : 'smooth',
    });
    node.classList.add('marked');
    setTimeout(() => node.classList.remove('marked'), 1600);
  },

  // State

  changes(changes, verdicts) {
    const missing = verdicts.filter(verdict => verdict.family === 'state' && verdict.outcome === 'broken');
    const groups = Object.keys(ROLES)
      .map(role => [role, changes.filter(change => change[0] === role)])
      .filter(([, group]) => group.length);
    return el(
      'section',
      {class: 'state', 'aria-label': 'State'},
      el('h2', {}, 'State at the end, against the start'),
      groups.length ? null : el('p', {class: 'soft'}, 'No record changed.'),
      groups.map(([role, group]) =>
        el(
          'div',
          {class: `role ${role}`},
          el('h3', {}, ROLES[role], ' ', el('small', {}, ROLE_NOTES[role])),
          group.map(([, verb, name, key, fields]) => this.record(verb, name, key, fields)),
        ),
      ),
      missing.length
        ? el(
            'div',
            {class: 'role missing'},
            el('h3', {}, 'Not as demanded ', el('small', {}, 'broken state checks')),
            el(
              'ul',
              {},
              missing.map(verdict =>
                el(
                  'li',
                  {},
                  prose(verdict.sentence || verdict.id, 'value'),
                  el('span', {class: 'soft'}, ` (${verdict.why})`),
                ),
              ),
            ),
          )
        : null,
    );
  },

  record(verb, name, key, fields) {
    const cell = value =>
      value === null || value === undefined ? el('span', {class: 'soft'}, '\u2013') : prose(plain(value), 'value');
    return el(
      'table',
      {class: 'record'},
      el('caption', {}, el('b', {}, name), ' ', code(key), ' ', verb),
      el(
        'tbody',
        {},
        filled(verb, fields).map(([field, before, after, right]) =>
          el(
            'tr',
            {},
            el('th', {scope: 'row'}, field),
            verb === 'created' ? null : el('td', {class: 'before'}, cell(before)),
            verb === 'deleted' ? null : el('td', {class: 'after'}, cell(after)),
            el(
              'td',
              {class: 'demand'},
              right === null
                ? ''
                : right
                  ? el('span', {class: 'good'}, '\u2713 as demanded')
                  : el('span', {class: 'bad'}, '\u2715 not as demanded'),
            ),
          ),
        ),
      ),
    );
  },

  journal(journal) {
    const headers = ['', 'event', 'record', 'what'].map(text => el('th', {scope: 'col'}, text));
    const rows = journal.map(([number, verb, name, key, fields], place) =>
      el(
        'tr',
        {},
        el('th', {scope: 'row'}, String(place + 1)),
        el('td', {}, number === null ? '' : this.jump(number)),
        el('td', {}, `${name} `, code(key)),
        el('td', {class: 'what'}, `${verb}: `, this.written(verb, fields)),
      ),
    );
    return el(
      'section',
      {class: 'journal', 'aria-label': 'Journal'},
      el('h2', {}, 'Journal ', el('small', {}, 'every write in order, also those taken back later')),
      rows.length
        ? el(
            'div',
            {class: 'scroll'},
            el('table', {class: 'numbers plain'}, el('thead', {}, el('tr', {}, headers)), el('tbody', {}, rows)),
          )
        : el('p', {class: 'soft'}, 'Nothing was written.'),
    );
  },

  written(verb, fields) {
    const told = ([, before, after]) =>
      verb === 'changed' ? `${plain(before)} \u2192 ${plain(after)}` : plain(after ?? before);
    return filled(verb, fields).map((field, at) => [
      at ? ', ' : '',
      el('b', {}, field[0]),
      ' ',
      prose(told(field), 'value'),
    ]);
  },

  solution(steps) {
    return el(
      'section',
      {class: 'solution'},
      details('One way to do it: the reference solution', () =>
        el(
          'ol',
          {},
          steps.map(([first, given, expect]) =>
            el(
              'li',
              {},
              given === undefined
                ? prose(first)
                : [
                    code(
                      `${first}(${Object.entries(given)
                        .map(([key, item]) => `${key}=${plain(item)}`)
                        .join(', ')})`,
                    ),
                    expect === 'refused' ? ' refused' : '',
                  ],
            ),
          ),
        ),
      ),
    );
  },
};
