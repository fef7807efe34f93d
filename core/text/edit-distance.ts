/** Edit distance of two words: insertions, deletions, substitutions and transpositions. */
function distance(a: string, b: string): number {
  let before: number[] = []
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const same = a[i - 1] === b[j - 1] ? 0 : 1
      next[j] = Math.min((row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1, (row[j - 1] ?? 0) + same)
      const swapped = i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]
      if (swapped) next[j] = Math.min(next[j] ?? 0, (before[j - 2] ?? 0) + 1)
    }
    before = row
    row = next
  }
  return row[b.length] ?? 0
}

/** The most similar candidate; undefined when none is similar enough. */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const lowerWord = word.toLowerCase()
  let best: { name: string; far: number } | undefined
  for (const name of candidates) {
    const far = distance(lowerWord, name.toLowerCase())
    if (!best || far < best.far) best = { name, far }
  }
  return best && best.far <= Math.max(2, Math.floor(lowerWord.length / 3)) ? best.name : undefined
}
