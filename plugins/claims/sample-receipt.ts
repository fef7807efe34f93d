import type { UploadedReceipt } from './services/store-receipt.ts'

const escape = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;')

/** A picture of a receipt for sample data: a title and lines of text. */
export async function drawReceipt([title = '', ...lines]: readonly string[]): Promise<UploadedReceipt> {
  const { default: sharp } = await import('sharp')
  const texts = lines.map((line, n) => `<text x="40" y="${170 + n * 60}" font-size="34">${escape(line)}</text>`).join('')
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="600" height="440" font-family="sans-serif" fill="#222222">
    <rect width="600" height="440" fill="#fdfdf8"/><rect x="20" y="20" width="560" height="400" fill="none" stroke="#999999"/>
    <text x="40" y="90" font-size="40" font-weight="bold">${escape(title)}</text>${texts}</svg>`
  return {
    name: `${title.toLowerCase().replaceAll(/[^a-z0-9]+/g, '-') || 'receipt'}.jpg`,
    bytes: await sharp(Buffer.from(svg)).jpeg().toBuffer(),
  }
}
