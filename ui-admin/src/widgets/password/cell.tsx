/** A secret is never shown. */
export function Cell() {
  return <span aria-hidden>••••••</span>
}
