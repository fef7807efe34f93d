import { serveThread } from 'stoa/thread'
import type { Encoding } from '../source/encoding.ts'
import type { Line } from '../source/line.ts'
import { SheetProblem } from '../source/problem.ts'
import { type ReadingInput, readLines } from '../source/read-lines.ts'

/** What the thread answers: lines as they are read, or why the file is no sheet. */
export type Piece = { lines: Line[] } | { encoding: Encoding } | { problem: Pick<SheetProblem, 'key' | 'params' | 'field'> }

/** How a file is read, as far as it can be told a thread. */
export type ThreadInput = Omit<ReadingInput, 'onEncoding'>

/** Lines and cells sent at once: enough to be quick, few enough to hold nobody up where they arrive. */
const MOST_LINES = 100
const MOST_CELLS = 5_000

serveThread<ThreadInput | Uint8Array, Piece>(async (input, emit) => {
  const parts = input[Symbol.asyncIterator]()
  const how = (await parts.next()).value as ThreadInput
  let lines: Line[] = []
  let cells = 0
  let left = how.most ?? Infinity
  try {
    for await (const line of readLines(rest(parts as AsyncIterator<Uint8Array>), {
      ...how,
      onEncoding: (encoding) => void emit({ encoding }),
    })) {
      lines.push(line)
      cells += line.cells.length
      if (--left <= 0) break
      if (lines.length < MOST_LINES && cells < MOST_CELLS) continue
      await emit({ lines })
      lines = []
      cells = 0
    }
    await emit({ lines })
  } catch (error) {
    if (!(error instanceof SheetProblem)) throw error
    // What was read before stands, as it would in one thread.
    await emit({ lines })
    await emit({ problem: { key: error.key, params: error.params, field: error.field } })
  }
})

async function* rest(parts: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value
}
