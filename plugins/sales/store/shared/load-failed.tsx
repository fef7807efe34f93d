import { useT } from 'stoa/store'

/** Data could not be loaded, with a button that tries again. */
export const LoadFailed = ({ text, again }: { text?: string | undefined; again: () => void }) => {
  const t = useT()
  return (
    <div className="empty-state" role="alert">
      <p>{text ?? t('shell.get_data_fail')}</p>
      <button type="button" className="button" onClick={again}>
        {t('shell.try_again')}
      </button>
    </div>
  )
}
