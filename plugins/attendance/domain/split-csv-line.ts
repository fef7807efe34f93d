/** Cells of a line of CSV, separated by commas or semicolons. Quotes protect separators; a doubled quote is a quote. */
export function splitCsvLine(line: string): string[] {
  const cells: string[] = []
  let cell = ''
  let isQuoted = false
  for (let n = 0; n < line.length; n++) {
    const sign = line.charAt(n)
    if (isQuoted && sign === '"' && line.charAt(n + 1) === '"') {
      cell += '"'
      n++
    } else if (sign === '"') isQuoted = !isQuoted
    else if (!isQuoted && (sign === ',' || sign === ';')) {
      cells.push(cell)
      cell = ''
    } else cell += sign
  }
  return [...cells, cell]
}
