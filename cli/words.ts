import type { Argument } from 'commander'

/** Asks the product what an argument may be. */
export type Words = () => Promise<readonly string[]>

const completions = new WeakMap<Argument, Words>()

/** Has the first argument of a command completed by words of the product, asked when the script for a shell is written. */
export function completing<C extends { readonly registeredArguments: readonly Argument[] }>(command: C, words: Words): C {
  const [first] = command.registeredArguments
  if (first) completions.set(first, words)
  return command
}

/** What an argument may be: its choices, else what the product says. */
export const findWords = async (argument: Argument): Promise<readonly string[]> =>
  argument.argChoices ?? (await completions.get(argument)?.()) ?? []
