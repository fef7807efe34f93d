import { HotkeysProvider } from '@blueprintjs/core'
import type { ReactNode } from 'react'
import { useT } from '../i18n/index.ts'

/** Provider of keyboard shortcuts; "?" shows the list. */
export function ShortcutSheet({ children }: { children: ReactNode }) {
  const { t } = useT()
  return <HotkeysProvider dialogProps={{ title: t('keys.title'), globalGroupName: t('keys.everywhere') }}>{children}</HotkeysProvider>
}
