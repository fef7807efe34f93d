/** Relative luminance of a colour from 0 to 1 (WCAG 2); NaN when it is not a hex colour. */
function luminance(hex: string): number {
  const short = /^#([0-9a-f])([0-9a-f])([0-9a-f])$/i.exec(hex)
  const long = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(hex)
  const parts = short ? short.slice(1).map((digit) => digit + digit) : (long?.slice(1) ?? [])
  const [r = NaN, g = NaN, b = NaN] = parts.map((pair) => {
    const part = Number.parseInt(pair, 16) / 255
    return part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * r + 0.7152 * g + 0.0722 * b
}

/** Contrast ratio of two hex colours, 1 to 21 (WCAG 2); NaN for an invalid colour. */
export function colourContrast(a: string, b: string): number {
  const [x, y] = [luminance(a), luminance(b)]
  return (Math.max(x, y) + 0.05) / (Math.min(x, y) + 0.05)
}

/** Minimum contrast ratio of text (WCAG AA). */
export const READABLE = 4.5
