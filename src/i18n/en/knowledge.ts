const tag = 'a word to find it by; may be given again';
const type = 'pattern or lesson';
const limit = (usual: number): string => `so many at most (${usual})`;

export const knowledge = {
  about: 'search and keep what was learnt',
  examples: { search: 'what is known about it', list: 'everything, newest first' },
  search: {
    about: 'find patterns and lessons by words, tags and files, best first',
    args: { words: 'what to look for' },
    options: {
      tag,
      type,
      limit: limit(10),
      file: 'only what is about this file; may be given again',
    },
    lines: {
      words: 'ovld knowledge search gate oil',
      tag: 'ovld knowledge search --tag iron --limit 3',
    },
    examples: { words: 'by words', tag: 'by a tag' },
  },
  list: {
    about: 'everything that was learnt, newest first',
    options: { tag, type, limit: limit(100) },
    examples: { all: 'newest first', lessons: 'lessons, for a program' },
    columns: { id: 'ID', title: 'TITLE', tags: 'TAGS' },
    empty: 'Nothing has been learnt yet.',
  },
  record: {
    about: 'keep a pattern or a lesson, as the marshall',
    args: { content: 'the knowledge itself' },
    options: {
      type,
      title: 'what it is called',
      tag,
      file: 'a file it is about; may be given again',
      sourceTask: 'the task it was learnt from',
    },
    lines: {
      lesson: 'ovld knowledge record "Oil it first" --type lesson --title Gates',
      tag: 'ovld knowledge record "Oil in May" --type pattern --title Oil --tag iron',
    },
    examples: { lesson: 'keep a lesson', tag: 'with a tag to find it by' },
  },
};
