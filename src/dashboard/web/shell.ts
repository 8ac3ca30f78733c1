import type { Language } from '../../i18n/texts.ts';
import { webTexts } from '../../i18n/web.ts';

/** What a browser is given first; everything else is drawn by the page's own script. */
export function renderShell(language: Language): string {
  const { noScript } = webTexts[language];
  return `<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<title>ovld</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<link rel="icon" href="/icon.svg" type="image/svg+xml">
<link rel="stylesheet" href="/page.css">
<script src="/page.js" type="module"></script>
</head>
<body>
<noscript>${noScript}</noscript>
</body>
</html>
`;
}
