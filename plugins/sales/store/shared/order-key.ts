const name = (number: string) => `order:${number}`

/** Stores the access token of a guest's order in session storage, since payment pages do not return it. */
export const keepOrderKey = (number: string, token: string | null | undefined): void => {
  try {
    if (token) sessionStorage.setItem(name(number), token)
  } catch {
    // Storage may be blocked; the link in the e-mail still works.
  }
}

/** Access token of an order placed in this tab. */
export const loadOrderKey = (number: string): string => {
  try {
    return sessionStorage.getItem(name(number)) ?? ''
  } catch {
    return ''
  }
}
