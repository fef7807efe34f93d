/** Honeypot: a field hidden from people and screen readers, which only bots fill in. Sent as `leave_blank`. */
export function Honeypot() {
  return (
    <div className="visually-hidden" aria-hidden="true">
      <label>
        Leave blank
        <input name="leave_blank" tabIndex={-1} autoComplete="off" />
      </label>
    </div>
  )
}
