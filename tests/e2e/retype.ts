import type { Locator } from './test.ts'

/** Replaces the text of a field as a person does: character by character, with key events. */
export async function retype(field: Locator, text: string): Promise<void> {
  await field.click()
  await field.press('End')
  for (let left = (await field.inputValue()).length; left > 0; left--) await field.press('Backspace')
  await field.pressSequentially(text)
}
