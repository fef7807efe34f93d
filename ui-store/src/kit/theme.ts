/** Names of colours a shop may set, with their custom properties. */
const NAMES = { accent: '--accent', surface: '--surface', ink: '--ink', sale: '--sale' } as const

type Rgb = [number, number, number]

const parse = (hex: string): Rgb | null => {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex)
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  const found = short ? short.slice(1).map((digit) => digit + digit) : long?.slice(1)
  return found ? (found.map((pair) => Number.parseInt(pair, 16)) as Rgb) : null
}

const write = (rgb: Rgb): string => `#${rgb.map((part) => Math.round(part).toString(16).padStart(2, '0')).join('')}`

const luminance = (rgb: Rgb): number => {
  const [r, g, b] = rgb.map((part) => {
    const c = part / 255
    return c <= 0.03928 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4
  }) as Rgb
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

const contrast = (a: Rgb, b: Rgb): number => {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

const WHITE: Rgb = [255, 255, 255]
const BLACK: Rgb = [0, 0, 0]

/** Adjusts a colour until text on the background is readable (WCAG AA, 4.5:1). */
const readable = (colour: Rgb, on: Rgb): Rgb => {
  const away = contrast(BLACK, on) > contrast(WHITE, on) ? BLACK : WHITE
  let now = colour
  for (let step = 0; step < 24 && contrast(now, on) < 4.5; step += 1) {
    // Rounded as it will be written, because rounding later may lower the contrast.
    now = now.map((part, i) => Math.round(part + ((away[i] ?? 0) - part) * 0.1)) as Rgb
  }
  return contrast(now, on) < 4.5 ? away : now
}

const made = (colours: Record<string, string>): string => {
  const surface = parse(colours.surface ?? '') ?? WHITE
  const lines: string[] = []
  for (const [name, property] of Object.entries(NAMES)) {
    const parsed = parse(colours[name] ?? '')
    if (!parsed) continue
    const used = name === 'surface' ? parsed : readable(parsed, surface)
    lines.push(`${property}:${write(used)}`)
    if (name === 'accent') {
      const ink = contrast(used, WHITE) >= 4.5 ? WHITE : BLACK
      lines.push(`--accent-ink:${write(ink)}`)
    }
  }
  return lines.length > 0 ? `@layer custom{:root{${lines.join(';')}}}` : ''
}

let last: { key: string; css: string } | undefined

/** The shop's colours as a CSS rule; anything but a hex colour is ignored. Cached, because all pages have the same. */
export const themeCss = (colours: Record<string, string>): string => {
  const key = JSON.stringify(colours)
  if (last?.key !== key) last = { key, css: made(colours) }
  return last.css
}
