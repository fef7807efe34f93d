import type { Argument } from 'commander'

/** Reads the possible values of an argument. */
export type Words = () => Promise<readonly string[]>

const completions = new WeakMap<Argument, Words>()

/** Completes the first argument of a command with dynamic values, which are read when the shell script is generated. */
export function completing<C extends { readonly registeredArguments: readonly Argument[] }>(command: C, words: Words): C {
  const [first] = command.registeredArguments
  if (first) completions.set(first, words)
  return command
}

/** Possible values of an argument: its declared choices, else the dynamic ones. */
export const findWords = async (argument: Argument): Promise<readonly string[]> =>
  argument.argChoices ?? (await completions.get(argument)?.()) ?? []
