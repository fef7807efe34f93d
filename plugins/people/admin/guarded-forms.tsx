import { Checkbox } from '@blueprintjs/core'
import { defineTexts, type InputProps } from '../../../ui-admin/src/kit/index.ts'

const useTexts = defineTexts({
  'en-US': {
    login: 'Sign in',
    register: 'Register',
    password: 'Forgotten password',
    contact: 'Contact us',
    form: 'Forms and funnels',
    checkout: 'Checkout',
    booking: 'Booking',
  },
  'zh-HK': {
    login: '登入',
    register: '註冊',
    password: '忘記密碼',
    contact: '聯絡我們',
    form: '表格及漏斗',
    checkout: '結帳',
    booking: '預約',
  },
  'zh-CN': {
    login: '登录',
    register: '注册',
    password: '忘记密码',
    contact: '联系我们',
    form: '表单和漏斗',
    checkout: '结账',
    booking: '预约',
  },
})

const forms = ['login', 'register', 'password', 'contact', 'form', 'checkout', 'booking'] as const

/** Which forms ask for the captcha. */
export default function GuardedForms({ id, field, value, onChange, describedBy, disabled }: InputProps) {
  const say = useTexts()
  const chosen = Array.isArray(value) ? (value as string[]) : []
  return (
    <div id={id} role="group" aria-label={field.label} aria-describedby={describedBy} tabIndex={-1} className="check-row">
      {forms.map((form) => (
        <Checkbox
          key={form}
          inline
          label={say(form)}
          checked={chosen.includes(form)}
          disabled={disabled ?? false}
          onChange={(event) => onChange(forms.filter((one) => (one === form ? event.target.checked : chosen.includes(one))))}
        />
      ))}
    </div>
  )
}
