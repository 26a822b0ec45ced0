// Elements, numbers and the data inside the page. Text from episodes only ever becomes text nodes.

const SVG = 'http://www.w3.org/2000/svg';
const $ = id => document.getElementById(id);
const el = (name, attributes, ...children) => fill(document.createElement(name), attributes, children);
const svg = (name, attributes, ...children) => fill(document.createElementNS(SVG, name), attributes, children);

function fill(node, attributes, children) {
  for (const [name, value] of Object.entries(attributes ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') node.addEventListener(name, value);
    else if (name === 'css') for (const [rule, to] of Object.entries(value)) node.style.setProperty(rule, to);
    else node.setAttribute(name, value === true ? '' : value);
  }
  node.append(...children.flat(9).filter(child => child !== null && child !== undefined && child !== false));
  return node;
}

// A data block is JSON, deflated, as base64.
async function unpack(id) {
  const bytes = Uint8Array.from(atob($(id).textContent), letter => letter.charCodeAt(0));
  const stream = new Blob([bytes]).stream().pipeThrough(new DecompressionStream('deflate'));
  return JSON.parse(await new Response(stream).text());
}

// Parts of tasks are opened when they are needed, and kept.
const parts = new Map();
function part(task) {
  if (!parts.has(task)) parts.set(task, unpack(`part-${task}`));
  return parts.get(task);
}

const NONE = 'n/a';
const grouped = new Intl.NumberFormat('en-US', {maximumFractionDigits: 0});
const count = value => grouped.format(value);
const share = (value, digits = 1) => (value * 100).toFixed(digits);
const percent = (value, digits = 1) => `${share(value, digits)} %`;
const range = ([low, high], digits = 1) => `${share(low, digits)}\u2013${share(high, digits)}`;
const known = (value, format) => (value === null || value === undefined ? NONE : format(value));
const words = text => text.replaceAll('_', ' ');
const plural = (number, noun) => `${count(number)} ${noun}${number === 1 ? '' : 's'}`;

// Two significant digits below one, as few as needed above.
function short(value) {
  if (value === 0) return '0';
  const size = Math.abs(value);
  if (size >= 10000) return `${count(value / 1000)}k`;
  if (size >= 1000) return `${(value / 1000).toFixed(1)}k`;
  if (size >= 100) return value.toFixed(0);
  if (size >= 1) return value.toFixed(1);
  return size < 1e-6 ? value.toExponential(0) : String(Number(value.toPrecision(2)));
}
const dollars = value => `$${short(value)}`;
const seconds = value => (value >= 0.1 || value === 0 ? `${short(value)} s` : `${short(value * 1000)} ms`);

// How wide a text is in the figures.
const pen = document.createElement('canvas').getContext('2d');
const typeface = getComputedStyle(document.body).fontFamily;
function textWidth(text, size = 12) {
  pen.font = `${size}px ${typeface}`;
  return pen.measureText(text).width;
}
function fit(text, width, size = 12) {
  if (textWidth(text, size) <= width) return text;
  let end = text.length;
  while (end > 1 && textWidth(`${text.slice(0, end)}\u2026`, size) > width) end -= 1;
  return `${text.slice(0, end)}\u2026`;
}
const widest = (texts, size) => Math.max(0, ...texts.map(text => textWidth(text, size)));

// Light, dark, or what the system says. A browser may deny storage to a file; then the choice is for this page alone.
const THEMES = ['auto', 'light', 'dark'];
const theme = {
  read() {
    try {
      return localStorage.getItem('crm-gym-theme') ?? 'auto';
    } catch {
      return 'auto';
    }
  },
  set(name) {
    document.documentElement.dataset.theme = name;
    try {
      localStorage.setItem('crm-gym-theme', name);
    } catch {
      /* not kept */
    }
    const button = $('theme');
    if (button) button.textContent = {auto: 'Auto', light: 'Light', dark: 'Dark'}[name];
  },
  next() {
    theme.set(THEMES[(THEMES.indexOf(document.documentElement.dataset.theme) + 1) % THEMES.length]);
  },
};
theme.set(THEMES.includes(theme.read()) ? theme.read() : 'auto');
