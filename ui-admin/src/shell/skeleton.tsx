/** Skeleton of the layout while the session loads; without a menu, to avoid layout shifts. */
export function ShellSkeleton() {
  return (
    <div className="shell" aria-hidden>
      <div className="sidebar">
        {[70, 55, 62, 48, 66].map((width) => (
          <div key={width} className="bp6-skeleton ghost" style={{ width: `${width}%` }} />
        ))}
      </div>
      <div className="stage">
        <div className="topbar" />
      </div>
    </div>
  )
}
