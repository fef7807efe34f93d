import { contribute, contributeAll, definePlugin, handleJob, PROOFS } from 'stoa'
import { SEE_ALL, SEE_BANK } from 'stoa/plugins/hr'
import { NOTE_SUBJECTS, NOTICE_KINDS } from 'stoa/plugins/notes'
import { PERSONAL_DATA } from 'stoa/plugins/people'
import { RUN_KINDS } from 'stoa/plugins/runs'
import { checks } from './checks.ts'
import { proofs } from './cli/index.ts'
import { hrSalaryAllowance } from './resources/allowance.ts'
import { hrPayBand } from './resources/band.ts'
import { hrBankColumn, hrBankFormat } from './resources/bank-format.ts'
import { hrContinuityRule } from './resources/continuity-rule.ts'
import { hrPayOpening } from './resources/opening.ts'
import { hrPayItem } from './resources/pay-item.ts'
import { hrPayroll } from './resources/payroll.ts'
import { hrPayslip, hrPayslipLine, hrPayslipPdf } from './resources/payslip.ts'
import { hrPayRule } from './resources/rule.ts'
import { adminSalary } from './resources/salary.ts'
import { hrPayStructure } from './resources/structure.ts'
import { adminRoutes } from './routes/admin.ts'
import { BANK_FILE, outputRoutes, REMITTANCE, YEAR_TOTALS } from './routes/outputs.ts'
import { ownRoutes } from './routes/own.ts'
import { seedPayroll } from './seed.ts'
import { COMPUTE } from './services/compute-payroll.ts'
import { ownPayItems, PAYROLL_SOURCES } from './services/pay-sources.ts'
import { payrollPersonalData } from './services/personal-data.ts'
import { DELIVER, deliverPayslips, PAYSLIP_SENT } from './services/send-payroll.ts'
import { payrollSettings } from './settings.ts'

const all = (resource: string) =>
  ['get', 'create', 'update', 'destroy', 'batch update', 'batch destroy', 'import', 'export'].map((verb) => `${verb} ${resource}`)

/** Salaries, pay rules, payrolls and payslips. */
export default definePlugin({
  id: 'payroll',
  requires: ['hr', 'attendance', 'documents', 'runs', 'sheets', 'currency'],
  after: ['notes', 'people', 'leave'],
  extensionPoints: [PAYROLL_SOURCES],
  settings: [payrollSettings],
  resources: [
    hrPayStructure,
    hrContinuityRule,
    hrPayRule,
    hrPayBand,
    adminSalary,
    hrSalaryAllowance,
    hrPayroll,
    hrPayslip,
    hrPayslipLine,
    hrPayslipPdf,
    hrPayItem,
    hrPayOpening,
    hrBankFormat,
    hrBankColumn,
  ],
  permissions: [BANK_FILE, REMITTANCE, YEAR_TOTALS],
  presets: {
    'payroll.preparer': [
      SEE_ALL,
      'get hr employee',
      ...['admin salary', 'hr pay structure', 'hr pay rule', 'hr pay item', 'hr bank format'].flatMap(all),
      'disable admin salary',
      'cancel hr pay item',
      ...['get', 'create', 'update', 'destroy', 'import', 'export'].map((verb) => `${verb} hr pay opening`),
      ...['get', 'create', 'update', 'destroy', 'export', 'compute', 'revise', 'cancel'].map((verb) => `${verb} hr payroll`),
      ...['get hr payslip', 'export hr payslip', REMITTANCE, YEAR_TOTALS],
    ],
    'payroll.manager': [
      'payroll.preparer',
      SEE_BANK,
      BANK_FILE,
      'approve admin salary',
      'approve hr payroll',
      'send hr payroll',
      'pay hr payroll',
    ],
  },
  contributions: [
    contribute(PAYROLL_SOURCES, 'item', ownPayItems),
    ...contributeAll(PROOFS, proofs),
    contribute(RUN_KINDS, COMPUTE.name, COMPUTE),
    contribute(PERSONAL_DATA, 'payroll', payrollPersonalData, { order: 30 }),
    contribute(NOTE_SUBJECTS, 'hr_payroll', { of: hrPayroll, at: 'screen' }),
    contribute(NOTICE_KINDS, PAYSLIP_SENT, { text: 'payroll:notice.sent' }),
  ],
  adminRoutes: [...adminRoutes, ...outputRoutes, ...ownRoutes],
  jobs: [handleJob(DELIVER, deliverPayslips)],
  checks,
  seed: seedPayroll,
  admin: {
    menu: [
      { section: 'team', resource: 'hr_payroll', icon: 'dollar', order: 50, queue: { status: 'pending,abnormal' } },
      { section: 'team', resource: 'hr_payslip', icon: 'list', order: 51, under: 'hr_payroll' },
      { section: 'team', resource: 'hr_pay_item', icon: 'plus', order: 52, under: 'hr_payroll' },
      { section: 'team', resource: 'hr_pay_opening', icon: 'upload', order: 53, under: 'hr_payroll' },
      {
        section: 'team',
        to: 'payroll/reports',
        label: 'payroll:menu.reports',
        needs: `${REMITTANCE} | ${YEAR_TOTALS}`,
        icon: 'list',
        order: 54,
        under: 'hr_payroll',
      },
      { section: 'team', resource: 'admin_salary', icon: 'dollar', order: 55 },
      { section: 'team', resource: 'hr_pay_structure', icon: 'list', order: 56, under: 'admin_salary' },
      { section: 'team', resource: 'hr_pay_rule', icon: 'list', order: 57, under: 'admin_salary' },
      { section: 'team', resource: 'hr_bank_format', icon: 'list', order: 58, area: 'team' },
    ],
    screens: [
      { path: 'payroll/view/{id}', screen: 'payroll/payroll-view', needs: 'get hr payroll', opensRows: true },
      { path: 'payroll/payslip/view/{id}', screen: 'payroll/payslip-view', needs: 'get hr payslip' },
      { path: 'payroll/reports', screen: 'payroll/reports', needs: `${REMITTANCE} | ${YEAR_TOTALS}` },
      { path: 'my-payroll', screen: 'payroll/my-payroll', open: true },
      { path: 'my-payroll/view/{id}', screen: 'payroll/my-payslip', open: true },
    ],
    slots: [
      { at: 'my-work', screen: 'payroll/my-work-card', order: 30 },
      { at: 'hr_pay_structure.list.actions', screen: 'payroll/add-sample', needs: 'create hr pay structure' },
      { at: 'hr_pay_structure.form.main', screen: 'payroll/structure-preview', needs: 'get hr pay structure' },
    ],
  },
})
