const browsers: readonly [name: string, sign: RegExp][] = [
  ['Edge', /\bEdg(?:e|A|iOS)?\//],
  ['Opera', /\bOPR\//],
  ['Samsung Internet', /\bSamsungBrowser\//],
  ['Firefox', /\b(?:Firefox|FxiOS)\//],
  ['Chrome', /\b(?:Chrome|CriOS|HeadlessChrome)\//],
  ['Safari', /\bSafari\//],
]
const systems: readonly [name: string, sign: RegExp][] = [
  ['iPhone', /\biPhone\b/],
  ['iPad', /\biPad\b/],
  ['Android', /\bAndroid\b/],
  ['Windows', /\bWindows\b/],
  ['macOS', /\bMac OS X\b/],
  ['Linux', /\bLinux\b/],
]

/** Display name of a user agent: "Firefox, Windows". Other programs are named by their first token. */
export function browserName(agent: string): string {
  const named = (list: typeof browsers) => list.find(([, sign]) => sign.test(agent))?.[0]
  const description = [named(browsers), named(systems)].filter(Boolean).join(', ')
  return description || (/^[\w.-]+/.exec(agent)?.[0] ?? '')
}
