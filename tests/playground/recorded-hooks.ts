/** A hook's look at the values of a write. */
export interface Look {
  resource: string
  hook: string
  input: Record<string, unknown>
}

/** What hooks of the playground were shown since it was last emptied. */
export const hookCalls: Look[] = []

/** Hooks that note what they are shown and change nothing. */
export const watching = (resource: string) => {
  const note =
    (hook: string) =>
    ({ input }: { input: object }): void =>
      void hookCalls.push({ resource, hook, input: structuredClone(input) as Record<string, unknown> })
  return {
    beforeValidate: note('beforeValidate'),
    validate: note('validate'),
    afterSave: note('afterSave'),
    beforeTransition: note('beforeTransition'),
    afterTransition: note('afterTransition'),
  }
}
