import { writeFileSync } from 'node:fs'
import { expect } from '@playwright/test'
import { administrator } from '../../demo/content.ts'
import { pdf } from '../../demo/pdf.ts'
import { otherStaff, partnerNamed } from './colleagues.ts'
import { reason, refusing } from './network.ts'
import { test } from './portal-fixture.ts'
import { choose, openAs, revokeContract } from './sample-world.ts'
import { toast } from './steps.ts'

test.describe('toasts about documents', () => {
  test('assigning a contract names what is missing or refused, and then empties the form', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-contracts')
    await page.getByRole('button', { name: 'Add Contract', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: 'Upload/Assign Contract' })
    const assign = dialog.getByRole('button', { name: 'Assign contract' })
    await choose(page, dialog, 'Partner', /Léa Chevalier/)
    await dialog.getByLabel('Title').fill('Contrat Chevalier')
    // A portal in the original wording proposes French, as its partners read.
    await expect(dialog.getByLabel('Language of the contract')).toHaveValue('fr')
    await dialog.getByLabel('Language of the contract').selectOption('English')
    await dialog.getByRole('tab', { name: 'External link' }).click()
    await assign.click()
    await toast(page, 'Missing link', 'Please provide an external link')
    await dialog.getByRole('textbox', { name: 'Link' }).fill('https://documents.example/contrat')
    await refusing(page, '**/api/contracts', async () => {
      await assign.click()
      await toast(page, 'Upload failed', reason)
    })
    await assign.click()
    await toast(page, 'Contract uploaded', 'Contract successfully assigned to partner')
    await expect(dialog).toBeHidden()
    const { items } = await (await page.request.get('/api/contracts?search=Contrat%20Chevalier')).json()
    expect(items).toMatchObject([{ title: 'Contrat Chevalier', language: 'en' }])
    await page.getByRole('button', { name: 'Add Contract', exact: true }).click()
    await expect(dialog.getByLabel('Title')).toHaveValue('')
    await choose(page, dialog, 'Partner', /Léa Chevalier/)
    await dialog.getByLabel('Title').fill('Contrat en Word')
    const picker = dialog.locator('input[type=file]')
    await expect(picker).toHaveAttribute('accept', '.pdf')
    await picker.setInputFiles('test/samples/letter.docx')
    await assign.click()
    await toast(page, 'Contract uploaded')
  })

  test('a contract is validated and, once confirmed, deleted; a refusal by the server is an Error', async ({
    browser,
    changedWorld: portal,
  }) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-contracts')
    const row = page.getByRole('row', { name: /Olivier Le Goff/ })
    await row.getByRole('button', { name: 'Validate' }).click()
    const question = page.getByRole('dialog', { name: 'Validate by hand' })
    await expect(question).toContainText('recorded as validated by hand by you, without seal')
    await refusing(page, '**/api/contracts/*/validate', async () => {
      await question.getByRole('button', { name: 'Validate' }).click()
      await toast(page, 'Error', reason)
    })
    await question.getByRole('button', { name: 'Validate' }).click()
    await toast(page, 'Contract validated', 'is marked as signed')
    await page.getByRole('button', { name: 'Without a scan' }).click()
    const staff = await otherStaff(browser, portal)
    await staff.send('post', '/contracts', {
      partnerId: await partnerNamed(staff, 'Sophie Moreau'),
      title: 'Avenant de trop',
      contractType: 'amendment',
      document: { kind: 'link', url: 'https://documents.example/avenant' },
    })
    const doomed = page.getByRole('row', { name: /Avenant de trop/ })
    await refusing(page, '**/api/contracts/*', async () => {
      await doomed.getByRole('button', { name: 'Delete' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await toast(page, 'Error', reason)
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'Contract deleted')
    await revokeContract(page, 'Olivier Le Goff')
  })

  test('resources: missing fields, wrong types and sizes, a refusal, success, confirmed deletion', async ({
    browser,
    changedWorld: portal,
  }, info) => {
    const page = await openAs(browser, portal, administrator.email, '/dashboard/admin-resources')
    await page.getByRole('button', { name: 'Add Resource' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add Resource' })
    const add = dialog.getByRole('button', { name: 'Add resource' })
    await expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveValue('Documents')
    await expect(dialog.getByRole('combobox', { name: 'Access' })).toHaveValue('Everyone')
    await add.click()
    await toast(page, 'Missing title')
    await dialog.getByLabel('Title').fill('Plaquette')
    await add.click()
    await toast(page, 'Missing file', 'Please upload a file')
    await dialog.getByRole('tab', { name: 'External link' }).click()
    await add.click()
    await toast(page, 'Missing link', 'Please provide an external link')
    await dialog.getByRole('tab', { name: 'File' }).click()
    const picker = dialog.locator('input[type=file]')
    await picker.setInputFiles({ name: 'page.pdf', mimeType: 'application/pdf', buffer: Buffer.from('<html><script>1</script>') })
    await add.click()
    await toast(page, 'Failed to add resource', 'Invalid file type. Only documents and images are allowed.')
    const tooLarge = Buffer.alloc(20 * 1024 * 1024 + 1)
    pdf('too large').copy(tooLarge)
    const grand = info.outputPath('grand.pdf')
    writeFileSync(grand, tooLarge)
    await picker.setInputFiles(grand)
    await expect(dialog.getByText('File too large. Maximum size is 20MB.')).toBeVisible()
    await picker.setInputFiles('test/samples/picture.webp')
    await refusing(page, '**/api/resources', async () => {
      await add.click()
      await toast(page, 'Failed to add resource', reason)
    })
    await picker.setInputFiles('test/samples/picture.webp')
    await add.click()
    await toast(page, 'Resource added', 'Resource successfully created')
    const card = page.getByRole('article', { name: 'Plaquette' })
    await expect(card).toBeVisible()
    await refusing(page, '**/api/resources/*', async () => {
      await card.getByRole('button', { name: /Delete/ }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
      await toast(page, 'Error', reason)
    })
    await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
    await toast(page, 'Resource deleted')
    await expect(card).toHaveCount(0)
  })
})
