#!/usr/bin/env node
/**
 * A coding agent that ovld knows nothing of, as far as its pane shows one: a composer with a dim placeholder, a sign
 * of its turns, a dialog that Enter approves, and an MCP client that reads its mail when a nudge is submitted.
 * Submitted, `think` begins a turn that Escape ends, `ask` opens the dialog, `/mcp reload` starts its relay anew.
 */
import { spawn } from 'node:child_process';
import { appendFileSync, readFileSync } from 'node:fs';

const given = (name) => process.argv[process.argv.indexOf(name) + 1];
const note = (event, more = {}) =>
  appendFileSync(given('--record'), `${JSON.stringify({ event, ...more })}\n`);

const said = [];
let parts = [];
let pastes = 0;
let busy = false;
let dialog = false;
let relay;

function draw() {
  const width = process.stdout.columns ?? 80;
  const shown = parts.map(({ text, sign }) => sign ?? text).join('');
  const rows = [];
  for (const line of shown.split('\n')) {
    for (let at = 0; at === 0 || at < line.length; at += width - 4) {
      rows.push(line.slice(at, at + width - 4));
    }
  }
  const composer =
    shown === ''
      ? ['> \u001b[7mA\u001b[27m\u001b[2msk anything\u001b[22m']
      : rows.map((row, i) => `${i === 0 ? '> ' : '  '}${row}`);
  const lines = [
    ...said.slice(-5),
    '',
    ...(busy ? ['Thinking (esc to interrupt)'] : []),
    ...(dialog ? ['Run rm -rf?', '❯ 1. Yes', '  2. No'] : composer),
    '',
    'ctrl-c quits',
  ];
  process.stdout.write(`\u001b[H\u001b[2J\u001b[?25l${lines.join('\r\n')}`);
}

function connect() {
  relay?.child.kill('SIGKILL');
  const path = given('--mcp-config-file');
  const [server] = Object.values(JSON.parse(readFileSync(path, 'utf8')).mcpServers);
  const child = spawn(server.command, server.args, {
    env: { ...process.env, ...server.env },
    stdio: ['pipe', 'pipe', 'ignore'],
  });
  const waiting = new Map();
  let held = '';
  let ids = 0;
  child.stdin.on('error', () => undefined);
  child.stdout.setEncoding('utf8').on('data', (chunk) => {
    const lines = (held + chunk).split('\n');
    held = lines.pop() ?? '';
    for (const line of lines) {
      const { id, result } = JSON.parse(line);
      waiting.get(id)?.(result);
    }
  });
  const write = (message) =>
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  const request = (method, params = {}) =>
    new Promise((resolve) => {
      waiting.set((ids += 1), resolve);
      write({ id: ids, method, params });
    });
  relay = { child, request };
  const clientInfo = { name: 'fake-tui', version: '1' };
  void request('initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
    .then(() => {
      write({ method: 'notifications/initialized' });
      return request('tools/list');
    })
    .then(() => note('connected', { pid: child.pid }));
}

async function submit(text) {
  note('submitted', { text });
  said.push(`you said: ${text.slice(0, 60).replaceAll('\n', ' ')}`);
  if (text === 'think') busy = true;
  else if (text === 'ask') dialog = true;
  else if (text === '/mcp reload') connect();
  else if (text.startsWith('[MESSAGE')) {
    busy = true;
    draw();
    const { structuredContent = {} } =
      (await relay.request('tools/call', {
        name: 'check_inbox',
        arguments: {},
      })) ?? {};
    note('read', { ids: (structuredContent.messages ?? []).map(({ id }) => id) });
    busy = false;
  }
  draw();
}

function press(key) {
  if (key === '\u0003') process.exit(0);
  if (dialog) {
    if (key === '\r') note('approved');
    if (key === '\r' || key === '\u001b') dialog = false;
    return;
  }
  if (key === '\u001b') {
    if (busy) note('interrupted');
    busy = false;
  } else if (key === '\u0015') parts = [];
  else if (key === '\u007f') parts.pop();
  else if (key === '\r') {
    const text = parts.map((part) => part.text).join('');
    parts = [];
    if (text !== '') void submit(text);
  } else if (key >= ' ') parts.push({ text: key });
}

function paste(raw) {
  const text = raw.replaceAll('\r', '\n');
  note('pasted', { text });
  if (dialog) return;
  const newlines = text.split('\n').length - 1;
  const isLong = newlines >= 3 || text.length > 800;
  if (isLong) pastes += 1;
  const lines = newlines > 0 ? ` +${newlines} lines` : '';
  parts.push(isLong ? { text, sign: `[Pasted text #${pastes}${lines}]` } : { text });
}

const PIECE = /\u001b\[200~([^]*?)\u001b\[201~|\u001b\[[0-9;?]*[A-Za-z]|[^]/gu;
let pending = '';
process.stdin.setRawMode(true);
process.stdin.setEncoding('utf8').on('data', (chunk) => {
  pending += chunk;
  if (pending.includes('\u001b[200~') && !pending.includes('\u001b[201~')) return;
  for (const [key, pasted] of pending.matchAll(PIECE)) {
    if (pasted !== undefined) paste(pasted);
    else if (!key.startsWith('\u001b[')) press(key);
  }
  pending = '';
  draw();
});
process.stdout.on('resize', draw).write('\u001b[?1049h\u001b[?2004h');
note('started', { argv: process.argv.slice(2), lang: process.env.KIMI_DISABLE_TELEMETRY });
draw();
connect();
