/** What a person would be shown wrongly, or not at all. */
export const lookoutMutants = [
  {
    name: 'lookout: a ring is for mail that came after the role had looked',
    file: 'src/lookout/ledger.ts',
    find: '    ringing.delete(letter.to);\n',
    replace: '',
    tests: ['test/lookout/ledger.test.ts', 'test/lookout/figures.test.ts'],
  },
  {
    name: 'lookout: a letter that is fetched before it is written down stays unread',
    file: 'src/lookout/ledger.ts',
    find: 'for (const one of ahead) take(one);',
    replace: 'void ahead;',
    tests: ['test/lookout/ledger.test.ts'],
  },
  {
    name: 'lookout: a screen is looked at again and again',
    file: 'src/lookout/role-sights.ts',
    find: "const isOpen = relay === 'gone' && (",
    replace: 'const isOpen = (',
    tests: ['test/lookout/looks.test.ts'],
  },
  {
    name: 'lookout: nothing is looked at on the tick',
    file: 'src/lookout/open-lookout.ts',
    find: '    for (const role of addressees) due.roles.add(role);\n    due.journal = true;',
    replace: '    due.journal = true;',
    tests: ['test/lookout/looks.test.ts'],
  },
  {
    name: 'lookout: it goes on after its army was dismissed',
    file: 'src/lookout/open-lookout.ts',
    find: "    setStanding('over');\n    close();",
    replace: "    setStanding('over');",
    tests: ['test/lookout/looks.test.ts'],
  },
  {
    name: 'ring again: the flag stays the one that was rung for',
    file: 'src/relay/ring-again.ts',
    find: '  await mail.clearFlag(role);\n',
    replace: '',
    tests: ['test/relay/ring-again.test.ts'],
  },
];
