/** A label with its amount. */
export const AmountRow = ({ label, amount, className = '' }: { label: string; amount: string; className?: string }) => (
  <p className={`till-line ${className}`}>
    <span>{label}</span>
    <span className="num">{amount}</span>
  </p>
)
