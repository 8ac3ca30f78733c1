import type { Question } from '../../agent/agent.ts';
import type { AlertKind } from '../../army/human.ts';
import type { ArmySight, Stage } from '../../lookout/picture.ts';
import type { Explanation } from '../texts.ts';
import { plainReason } from '../foreign-words.ts';
import { ageWords } from './age.ts';
import { pause } from './pause.ts';
import { unpause } from './unpause.ts';
import { agentStates, reportedStatuses } from './states.ts';

type WhyDenied =
  'host' | 'path' | 'method' | 'origin' | 'token' | 'ticket' | 'type' | 'size' | 'json' | 'shape';

const n = (count: number, one: string, many = `${one}s`): string =>
  `${count.toLocaleString('en')} ${count === 1 ? one : many}`;

const denied: Record<WhyDenied, (issues: string) => Explanation> = {
  host: () => ({
    what: 'this address is not the dashboard’s own',
    hint: 'open it at 127.0.0.1, as it was printed',
  }),
  path: () => ({
    what: 'there is nothing at this path',
    hint: 'open the address that was printed',
  }),
  method: () => ({
    what: 'this method is not allowed here',
    hint: 'see the header allow',
  }),
  origin: () => ({
    what: 'another page asked for this',
    hint: 'use the page at the address that was printed',
  }),
  token: () => ({
    what: 'the token is missing or wrong',
    hint: 'open the address that ovld dashboard --web printed, with its token',
  }),
  ticket: () => ({
    what: 'this address was already used, or has expired',
    hint: 'open the address that ovld dashboard --web printed, or run the command again',
  }),
  type: () => ({
    what: 'the body is not JSON',
    hint: 'send content-type: application/json',
  }),
  size: () => ({
    what: 'the body is too long',
    hint: 'write it to a file, and send its path',
  }),
  json: () => ({
    what: 'the body cannot be read as JSON',
    hint: 'send one JSON value, in UTF-8',
  }),
  shape: (issues) => ({ what: `this does not fit: ${issues}`, hint: 'reload the page' }),
};

export const web = {
  noScript: 'This page is drawn by its script: please allow it.',
  denied,
  /** What became of an act. */
  done: {
    sent: (to: string) => `Stored for ${to}.`,
    sentAll: (delivered: number, of: number) => `Stored for ${delivered} of ${of}.`,
    notWoken: (reason: string) => `Not woken: ${reason}. It will be read later.`,
    taken: (count: number) =>
      count === 0 ? 'These were read already.' : `Marked ${count} as read.`,
    ring: (role: string, rang: boolean) =>
      rang ? `Ringing ${role}.` : `${role} has no unread mail.`,
    hold: (role: string, news: boolean) =>
      news ? `${role} is held: it is not rung until you release it.` : `${role} is held already.`,
    release: (role: string, news: boolean) =>
      news ? `${role} is no longer held.` : `${role} was not held.`,
    pause: (news: boolean): string =>
      news ? 'The army is paused: mail is stored and waits.' : 'The army is paused already.',
    notInterrupted: pause.failed,
    unpause: (news: boolean) => (news ? unpause.goesOn : unpause.notPaused),
    shown: (role: string) => `The pane of ${role} is in front.`,
  },
  /** After a message that not all roles got. */
  partly: {
    hint: 'your text is still here: send it again, and it goes only to the roles that do not have it',
  },
  page: {
    skip: 'Skip to the army',
    you: 'You',
    sections: {
      army: 'Army',
      messages: 'Messages',
      board: 'Board',
      knowledge: 'Knowledge',
      figures: 'Delivery',
    },
    sectionsLabel: 'Sections',
    standing: {
      live: 'live',
      paused: 'paused',
      gone: 'session gone',
      over: 'dismissed',
    } satisfies Record<ArmySight['standing'] | 'paused', string>,
    link: {
      joining: 'connecting',
      live: 'live',
      lost: 'connection lost',
      stopped: 'stopped',
      over: 'dismissed',
      refused: 'no token',
    },
    linkHint: {
      lost: (port: string) =>
        `The dashboard does not answer. This page tries again by itself; if the dashboard was stopped, start it with ovld dashboard --web --port ${port}.`,
      stopped: (port: string) =>
        `The dashboard was stopped. This is the last state it showed. Start it again with ovld dashboard --web --port ${port}: this page then goes on by itself.`,
      over: () =>
        'The army was dismissed. This is its last known state; ovld history keeps its mail.',
      refused: () =>
        'Open the address that ovld dashboard --web printed: it holds the token this page needs. Or run the command again.',
    },
    theme: { auto: 'Auto', light: 'Light', dark: 'Dark' },
    themeLabel: (now: string) => `Colours: ${now}`,
    askPause: 'Pause the army and interrupt every running turn?',
    languageLabel: '日本語で表示',
    agent: { ...agentStates, waiting: 'waits for you' },
    limited: (time: string) => `at its limit until ${time}`,
    status: reportedStatuses,
    asks: {
      trust: 'asks whether you trust this folder',
      elsewhere: 'starts when the agent in the first pane has come up',
      api_key: 'asks whether to use your API key',
      bypass: 'asks whether to run without permissions',
      settings: 'asks about its settings',
      login: 'asks you to log in',
      permission: 'asks for permission',
      choice: 'asks a question',
    } satisfies Record<Question, string>,
    alerts: {
      waits: (role: string) => `${role} waits for you`,
      died: (role: string) => `${role}’s agent has ended`,
      unreachable: (role: string) => `${role} cannot be reached`,
      wrote: (role: string) => `${role} wrote to you`,
      limited: (role: string) => `${role} is at its usage limit`,
      set_aside: (role: string) => `An entry in the inbox of ${role} is no message`,
      loops: (role: string, other: string) =>
        `${role} and ${other} exchange too many messages, and are slowed`,
    } satisfies Record<AlertKind, (role: string, other: string) => string>,
    alertsLabel: 'What needs you',
    dismiss: 'Dismiss',
    /** Of mail to the person. */
    yours: { unread: 'Unread', read: 'Read' },
    stages: {
      stored: 'Stored',
      rung: 'Rung',
      fetched: 'Handed over',
      acknowledged: 'Acknowledged',
    } satisfies Record<Stage, string>,
    bell: (by: string) => by,
    age: ageWords,
    took: (ms: number) =>
      ms < 1000
        ? `${Math.round(ms)} ms`
        : ms < 120_000
          ? `${Number((ms / 1000).toPrecision(3))} s`
          : `${Math.round(ms / 60_000)} min`,
    card: {
      open: (role: string) => `${role}: details and actions`,
      noTask: 'No task',
      unread: (count: number) => `${count} unread`,
      /** After the number. */
      unreadWord: 'unread',
      oldest: (age: string) => `oldest ${age}`,
      wake: (bell: string, took: string | undefined) =>
        took === undefined ? bell : `${bell} ${took}`,
      never: 'not woken yet',
      held: 'held',
      paused: 'paused',
      heldWith: (role: string) => `held with ${role}`,
      relayGone: 'no relay',
      unreachable: 'unreachable',
      notRung: (why: string) => `not rung: ${why}`,
      commands: 'Commands',
      says: 'Reported status',
      seen: 'Agent',
      mail: 'Unread',
      lastWake: 'Last wake',
      relay: 'Relay',
      relayAlive: 'alive',
      holds: 'Held',
      asksTitle: 'Question',
      since: (age: string) => (age === 'now' ? 'since just now' : `for ${age}`),
      byPerson: 'by a person',
      byGuard: 'by the guard',
      until: (time: string) => `until ${time}`,
      none: '–',
    },
    person: {
      unread: (count: number) => `${count} unread`,
      nothing: 'no mail',
      open: 'Show the messages for you',
    },
    acts: {
      write: 'Write',
      answer: 'Answer',
      ring: 'Ring again',
      hold: 'Hold',
      release: 'Release',
      show: 'Show its pane',
      pause: 'Pause',
      unpause: 'Go on',
      read: 'Mark as read',
      readAll: 'Mark all as read',
      close: 'Close',
      cancel: 'Cancel',
      send: 'Send',
      older: 'Show older',
      search: 'Search',
      help: 'Keys',
      onlyIts: 'Only its messages',
    },
    feed: {
      filter: 'Whose messages',
      everyone: 'Everyone’s',
      toYou: 'For you',
      empty: 'No messages yet.',
      noSubject: '(no longer available)',
      urgent: 'urgent',
      again: (times: number) => `again ×${times}`,
      path: (from: string, to: string) => `from ${from} to ${to}`,
      owed: (count: number) => `${n(count, 'message')} on the way`,
      shown: (count: number, of: number) => `${count} of ${of}`,
      /** Instead of `readAll`, where more are unread than are shown. */
      readShown: (count: number) =>
        count === 1 ? 'Mark this one as read' : `Mark these ${count} as read`,
      noneUnread: 'Nothing was marked: none of the messages shown here is unread. Show older ones.',
    },
    letter: {
      title: 'Message',
      loading: 'Fetching the text …',
      gone: 'The text of this message is no longer available.',
      ladder: 'Progress',
      notYet: 'not yet',
      id: 'Id',
    },
    compose: {
      title: 'Write to your army',
      to: 'To',
      all: 'everyone',
      subject: 'Subject',
      body: 'Message',
      urgent: 'Urgent: before all other mail',
      hint: 'Ctrl + Enter sends',
      sending: 'Sending …',
      answering: (subject: string) => `In answer to: ${subject}`,
      reply: (subject: string) => (/^re:/i.test(subject) ? subject : `Re: ${subject}`),
      needs: 'Write a message first.',
      /** In the empty field. */
      noSubject: 'optional: otherwise the first line of the message',
      /** The roles that do not have it yet. */
      rest: (roles: readonly string[]) => `the rest: ${roles.join(', ')}`,
    },
    board: {
      none: 'This army has no board.',
      columns: { waits: 'Waiting', assigned: 'Assigned', in_progress: 'In progress', done: 'Done' },
      empty: 'None',
      commands: 'Commands',
      command: { pending: 'pending', in_progress: 'in progress', done: 'done' },
      progress: (done: number, of: number) => `${done} of ${n(of, 'task')} done`,
      waitsFor: 'waits for',
      blocks: 'blocks',
      reason: 'why',
      queued: 'queued behind another',
      ended: 'given up',
      evaluated: 'evaluated',
      unevaluated: 'not evaluated yet',
      gaps: 'Missing',
      criteria: 'Acceptance criteria',
      faults: 'Documents that cannot be read',
      fault: (reason: string) => plainReason('en', reason),
      task: (id: string) => `Task ${id}`,
      deliverables: 'Deliverables',
      context: 'Context',
      persona: 'Persona',
      report: 'Report',
      noReport: 'No report yet.',
      scores: 'Correctness / quality / efficiency',
      more: (count: number) => `${count} more`,
    },
    knowledge: {
      label: 'Search what the army has learnt',
      placeholder: 'words, a tag, a file',
      none: 'This army keeps no knowledge.',
      nothing: 'Nothing found.',
      found: (count: number) => `${count} found`,
      newest: 'The newest first',
      types: { pattern: 'pattern', lesson: 'lesson' },
      from: (task: string) => `from ${task}`,
    },
    figures: {
      stored: 'stored',
      fetched: 'handed over',
      acknowledged: 'acknowledged',
      waiting: 'on the way',
      redelivered: 'handed over again',
      latency: 'Delivery time by method',
      latencyHint: 'How many messages took how long',
      nobody: 'no ring needed',
      rang: (count: number, failed: number) =>
        failed === 0 ? `rang ${n(count, 'time')}` : `rang ${n(count, 'time')}, ${failed} failed`,
      half: (took: string) => `half within ${took}`,
      most: (took: string) => `95 % within ${took}`,
      empty: 'Nothing was handed over yet.',
      table: 'As a table',
      upTo: (edge: string) => `≤ ${edge}`,
      over: (edge: string) => `> ${edge}`,
      messages: 'Messages',
      took: 'Took',
      summary: (by: string, count: number, p50: string, p95: string) =>
        `${by}: ${n(count, 'message')}, half within ${p50}, 95 per cent within ${p95}`,
    },
    keys: {
      title: 'Keys',
      write: 'write a message',
      search: 'search the knowledge',
      section: 'go to a section',
      help: 'this list',
      /** These are the browser's own, and cannot be turned off. */
      always: [
        ['← ↑ → ↓', 'from role to role, or message to message'],
        ['Enter', 'open what has the focus'],
        ['Esc', 'close'],
      ] as readonly (readonly [key: string, does: string])[],
      enabled: 'Single keys are on',
    },
    failed: 'That did not work.',
    /** The result of the act is unknown. */
    slow: (seconds: number) =>
      `No answer within ${seconds} seconds. It may have been done anyway: check before you try again.`,
    /** The request was not sent. */
    unanswered: (port: string) =>
      `The dashboard does not answer, so nothing was done. Start it again with ovld dashboard --web --port ${port}: this page then goes on by itself.`,
    /** The result of the act is unknown. */
    broken:
      'The connection to the dashboard broke. It may have been done anyway: check before you try again.',
    announced: { mail: (from: string) => `New message from ${from}` },
  },
};
