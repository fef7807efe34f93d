const name = (number: string) => `order:${number}`

/** Keeps what opens a guest's order for as long as the tab is open: payment pages bring nobody back with it. */
export const keepOrderKey = (number: string, token: string | null | undefined): void => {
  try {
    if (token) sessionStorage.setItem(name(number), token)
  } catch {
    // A browser that keeps nothing still has the link in the mail.
  }
}

/** What opens the order, when it was placed in this tab. */
export const keptOrderKey = (number: string): string => {
  try {
    return sessionStorage.getItem(name(number)) ?? ''
  } catch {
    return ''
  }
}
