// What the code of a page weighs, compressed with gzip as the build wrote it, and whether the editor is in it.

/** The aim for a page, in kilobytes; pages.mjs names the pages that may weigh more. */
export const AIM = 120;

const known = new Map();

async function fileOf(url) {
  const headers = { 'accept-encoding': 'gzip' };
  const [sent, text] = await Promise.all([fetch(url, { method: 'HEAD', headers }), fetch(url).then((answer) => answer.text())]);
  if (sent.headers.get('content-encoding') !== 'gzip') throw new Error(`${url} is not sent compressed`);
  // ProseMirror, under TipTap, names its own class for styles; no minifier takes that away.
  return { bytes: Number(sent.headers.get('content-length')), isEditor: text.includes('ProseMirror-') };
}

/** Follows which files of code a page asks for; `weigh` says their kilobytes, and whether one of them is the editor. */
export function weighed(page) {
  const urls = new Set();
  page.on('request', (request) => {
    if (/\/assets\/[^?]+\.(js|css)$/.test(request.url())) urls.add(request.url());
  });
  return async () => {
    const files = [];
    for (const url of urls) {
      if (!known.has(url)) known.set(url, await fileOf(url));
      files.push(known.get(url));
    }
    return { kilobytes: files.reduce((sum, { bytes }) => sum + bytes, 0) / 1000, hasEditor: files.some(({ isEditor }) => isEditor) };
  };
}
