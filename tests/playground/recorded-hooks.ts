/** A hook call with the values of a write. */
export interface Look {
  resource: string
  hook: string
  input: Record<string, unknown>
}

/** Hook calls of the playground since the list was last cleared. */
export const hookCalls: Look[] = []

/** Hooks that record their input and change nothing. */
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
