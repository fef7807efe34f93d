import { useAtomValue } from 'jotai'
import { useT } from '../i18n/index.ts'
import { busyAtom } from '../state/pending.ts'

/** Progress bar at the top while requests are running. */
export function Progress() {
  const { t } = useT()
  if (!useAtomValue(busyAtom)) return null
  return <div className="progress" role="progressbar" aria-label={t('shell.loading')} />
}
