/** What plugins put into the frame of every page. */
export const layoutScreens = (slots: readonly { at: string; screen: string }[]): string[] =>
  slots.filter((slot) => slot.at.startsWith('layout.')).map((slot) => slot.screen)
