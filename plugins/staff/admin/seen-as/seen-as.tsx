import { Button, Dialog, DialogBody, Spinner } from '@blueprintjs/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { api, defineTexts, failureLines, NamedIcon } from '../../../../ui-admin/src/kit/index.ts'
import type { SeenMenu } from '../../wire.ts'
import './seen-as.css'

const useTexts = defineTexts({
  'en-US': {
    open: 'What this role sees',
    lead: 'The menu of somebody with these permissions, also those you have not saved yet.',
    nothing: 'Nothing but the dashboard and their own profile.',
    loading: 'Loading the menu',
  },
  'zh-HK': {
    open: '此角色看到的內容',
    lead: '擁有這些權限的人所見的選單，包括尚未儲存的變更。',
    nothing: '只有主頁及個人檔案。',
    loading: '正在載入選單',
  },
  'zh-CN': {
    open: '此角色看到的内容',
    lead: '拥有这些权限的人所见的菜单，包括尚未保存的更改。',
    nothing: '只有主页和个人资料。',
    loading: '正在加载菜单',
  },
})

/** Shows the menu as somebody with the rights in the editor would have it. */
export default function SeenAs({ permissions = [], superuser = false }: { permissions?: string[]; superuser?: boolean }) {
  const say = useTexts()
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>{say('open')}</Button>
      <Dialog isOpen={open} onClose={() => setOpen(false)} title={say('open')}>
        <DialogBody>
          <p className="quiet">{say('lead')}</p>
          {open && <Menu permissions={permissions} superuser={superuser} />}
        </DialogBody>
      </Dialog>
    </>
  )
}

function Menu(rights: { permissions: string[]; superuser: boolean }) {
  const say = useTexts()
  const { data, error } = useQuery({
    queryKey: ['role-menu', rights],
    gcTime: 0,
    queryFn: () =>
      api<SeenMenu>('role/menu', { method: 'POST', body: { permission_list: rights.permissions, superuser: rights.superuser } }),
  })
  if (error) return <p role="alert">{failureLines(error).join(' ')}</p>
  if (!data) return <Spinner size={28} aria-label={say('loading')} />
  if (data.menu.length === 0) return <p>{say('nothing')}</p>
  return (
    <ul className="seen-menu">
      {data.menu.map((section) => (
        <li key={section.id}>
          <span className="seen-section">
            {section.icon && <NamedIcon name={section.icon} size={16} />}
            {section.label}
          </span>
          <ul>
            {section.items.map((item) => (
              <li key={item.to}>
                {item.label}
                {item.can.length > 0 && <span className="quiet small"> {item.can.join(' · ')}</span>}
              </li>
            ))}
          </ul>
        </li>
      ))}
    </ul>
  )
}
