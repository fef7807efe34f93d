/** Shows the function key of a button; the button itself is labelled for screen readers. */
export const KeyHint = ({ name }: { name: string }) => (
  <kbd className="till-key" aria-hidden>
    {name}
  </kbd>
)
