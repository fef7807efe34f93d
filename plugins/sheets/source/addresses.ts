/** Whether a text is an http or https URL. */
export const isAddress = (part: string): boolean => /^https?:\/\//i.test(part) && URL.canParse(part)

const between = new RegExp(
  [
    // A vertical bar or a line break.
    String.raw`\s*[|\n]\s*`,
    // A comma, a semicolon or white space before a URL. Commas and semicolons may also occur inside a URL.
    String.raw`[,;]?\s+(?=https?:\/\/)|[,;](?=https?:\/\/)`,
    // A separator after the file extension of an image.
    String.raw`(?<=\.(?:jpe?g|png|webp|gif|avif|svg)(?:\?[^;,\s]*)?)\s*[;,]\s*`,
  ].join('|'),
  'i',
)

/** Splits a cell into image URLs or names, separated by bars, commas, semicolons or line breaks. */
export const picturesIn = (cell: string): string[] => cell.split(between).flatMap((part) => part?.trim() || [])
