import { nearest } from '../core/text/edit-distance.ts'
import { CliError, type ExitName } from './errors.ts'

/** Error for an unknown name. */
export function createUnknownNameError(
  noun: string,
  word: string,
  candidates: Iterable<string>,
  more: { exit?: ExitName; hint?: string } = {},
): CliError {
  const near = nearest(word, candidates)
  return new CliError(more.exit ?? 'notFound', `no ${noun} "${word}".${near ? ` Did you mean ${near}?` : ''}`, {
    ...(more.hint === undefined ? {} : { hint: more.hint }),
    ...(near === undefined ? {} : { details: { nearest: near } }),
  })
}
