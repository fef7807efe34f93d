import type { Locator } from './test.ts'

/** Replaces what a field holds as people do: character by character, with the field answering each. */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.press('End')
  for (let left = (await field.inputValue()).length; left > 0; left--) await field.press('Backspace')
  await field.pressSequentially(text)
}
