/** Whether a text is an address of the web. */
export const isAddress = (part: string): boolean => /^https?:\/\//i.test(part) && URL.canParse(part)

const between = new RegExp(
  [
    // A bar or a line of its own.
    String.raw`\s*[|\n]\s*`,
    // A comma, a semicolon or white space before an address: within one, all but the white space may stand.
    String.raw`[,;]?\s+(?=https?:\/\/)|[,;](?=https?:\/\/)`,
    // Behind the ending of a picture.
    String.raw`(?<=\.(?:jpe?g|png|webp|gif|avif|svg)(?:\?[^;,\s]*)?)\s*[;,]\s*`,
  ].join('|'),
  'i',
)

/** Pictures of one cell: addresses or names, between bars, commas, semicolons or in lines of their own. */
export const picturesIn = (cell: string): string[] => cell.split(between).flatMap((part) => part?.trim() || [])
