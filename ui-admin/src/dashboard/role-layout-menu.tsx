import { Button, Menu, MenuDivider, MenuItem, PopoverNext, Spinner } from '@blueprintjs/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import type { CardView, RoleLayout } from 'stoa/plugins/desk'
import { api } from '../api/client.ts'
import { notifyFailure, notifySuccess } from '../common/toasts.tsx'
import { useT } from '../i18n/index.ts'
import type { DashboardRequest } from './queries.ts'

interface RoleLayoutMenuProps {
  request: DashboardRequest
  cards: readonly CardView[]
  disabled: boolean
}

/** Saves the arranged cards as the layout of a role, or removes that of a role. */
export function RoleLayoutMenu({ request: { dashboard }, cards, disabled }: RoleLayoutMenuProps) {
  const { t } = useT()
  const client = useQueryClient()
  const store = useMutation({
    mutationFn: ({ role, isRemoved }: { role: RoleLayout; isRemoved: boolean }) =>
      api('cards/role', {
        method: 'PUT',
        body: { dashboard, role_id: role.id, cards: isRemoved ? null : cards.map(({ name, size }) => ({ name, size })) },
      }),
    onSuccess: async (_, { role, isRemoved }) => {
      notifySuccess(t(isRemoved ? 'dashboard.removedOfRole' : 'dashboard.savedForRole', { role: role.name }))
      await client.invalidateQueries({ queryKey: ['desk', 'cards', dashboard] })
    },
    onError: (error) => notifyFailure(t('dashboard.notSaved'), error),
  })
  return (
    <PopoverNext content={<Roles dashboard={dashboard} store={store.mutate} />} placement="bottom-start">
      <Button disabled={disabled} loading={store.isPending}>
        {t('dashboard.saveForRole')}
      </Button>
    </PopoverNext>
  )
}

interface RolesProps {
  dashboard: string
  store: (change: { role: RoleLayout; isRemoved: boolean }) => void
}

function Roles({ dashboard, store }: RolesProps) {
  const { t } = useT()
  const { data } = useQuery({
    queryKey: ['desk', 'cards', dashboard, 'roles'],
    queryFn: ({ signal }) => api<{ data: RoleLayout[] }>('cards/role', { query: { dashboard }, signal }),
  })
  if (!data) return <Spinner size={20} aria-label={t('dashboard.saveForRole')} />
  const arranged = data.data.filter(({ has_layout }) => has_layout)
  return (
    <Menu>
      {data.data.map((role) => (
        <MenuItem key={role.id} text={role.name} onClick={() => store({ role, isRemoved: false })} />
      ))}
      {arranged.length > 0 && <MenuDivider />}
      {arranged.map((role) => (
        <MenuItem
          key={role.id}
          text={t('dashboard.removeOfRole', { role: role.name })}
          intent="danger"
          onClick={() => store({ role, isRemoved: true })}
        />
      ))}
    </Menu>
  )
}
