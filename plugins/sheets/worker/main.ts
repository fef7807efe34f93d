import { serveThread } from 'stoa/thread'
import type { Encoding } from '../source/encoding.ts'
import type { Line } from '../source/line.ts'
import { SheetProblem } from '../source/problem.ts'
import { type ReadingInput, readLines } from '../source/read-lines.ts'

/** Messages of the worker thread: lines, or the reason why the file cannot be read. */
export type Piece = { lines: Line[] } | { encoding: Encoding } | { problem: Pick<SheetProblem, 'key' | 'params' | 'field'> }

/** The options of a reader that can be sent to a thread. */
export type ThreadInput = Omit<ReadingInput, 'onEncoding'>

/** Maximum number of lines and cells in a message: large enough for throughput, small enough not to block the receiver. */
const MOST_LINES = 100
const MOST_CELLS = 5_000

serveThread<ThreadInput | Uint8Array, Piece>(async (input, emit) => {
  const parts = input[Symbol.asyncIterator]()
  const options = (await parts.next()).value as ThreadInput
  let lines: Line[] = []
  let cells = 0
  let left = options.most ?? Infinity
  try {
    for await (const line of readLines(rest(parts as AsyncIterator<Uint8Array>), {
      ...options,
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
    // Lines read before an error are sent first, as without a thread.
    await emit({ lines })
    await emit({ problem: { key: error.key, params: error.params, field: error.field } })
  }
})

async function* rest(parts: AsyncIterator<Uint8Array>): AsyncGenerator<Uint8Array> {
  for (let part = await parts.next(); !part.done; part = await parts.next()) yield part.value
}
