const ENTITIES: Record<string, string> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'", nbsp: ' ' }

/** Rich text as plain text: one line for each paragraph, without markup. */
export const toPlainLines = (html: string): string =>
  html
    .replaceAll(/<(?:br|\/p|\/li|\/h\d|\/div)\b[^<>]*>/gi, '\n')
    .replaceAll(/<[^<>]*>/g, '')
    .replaceAll(/&([a-z]+|#39);/g, (whole, name: string) => ENTITIES[name] ?? whole)
    .split('\n')
    .flatMap((line) => line.trim() || [])
    .join('\n')
