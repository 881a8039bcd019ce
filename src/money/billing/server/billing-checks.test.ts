import { expect, test } from 'vitest'
import { databaseKinds, freshDatabase } from '#test/databases.ts'
import { billingModes, billingRegimes } from '../domain/billing.ts'
import { type BillingInput, billingProblems, companyNumbers } from '../domain/billing-check.ts'

/** Every combination of one value for each field. */
function combinations<T extends object>(choices: { readonly [K in keyof T]: readonly T[K][] }): T[] {
  const fields = Object.entries(choices) as [string, readonly unknown[]][]
  return fields.reduce<object[]>(
    (rows, [name, values]) => rows.flatMap((row) => values.map((value) => ({ ...row, [name]: value }))),
    [{}],
  ) as T[]
}

const inputs = combinations<BillingInput>({
  mode: billingModes,
  regime: billingRegimes,
  vatRate: [null, 8.5, 19.6],
  country: ['FR', 'BE', 'GR', 'CH', 'RE'],
  companyNumber: ['', '732829320', '73282932000074'],
  vatNumber: ['', 'FR44732829320', 'FR40303265045', 'BE0403170701', 'EL040127797'],
  legalForm: ['', 'SARL'],
  legalName: ['Lefèvre Conseil'],
  street: ['rue du Port'],
  buildingNumber: [''],
  postcode: ['44000', '1000'],
  town: ['Nantes'],
})

/** Texts that are missing, too short or of another form. */
const texts = combinations<Pick<BillingInput, 'legalName' | 'street' | 'town' | 'postcode'>>({
  legalName: ['', 'L', 'Le'],
  street: ['', 'rue du Port'],
  town: ['', 'Nantes'],
  postcode: ['', '44000', '44 000', '4400A'],
})
const addresses = [
  '732829320',
  '732829320_FACTURES-1.a',
  '552100554_A',
  '732829320 A',
  '732829320_é',
  `732829320${'x'.repeat(117)}`,
]
const company = inputs.find((each) => billingProblems(each).length === 0 && each.mode === 'upload' && each.country === 'FR')

test.each(databaseKinds())(
  'the database on %s accepts exactly the profiles that the domain has no problem with',
  async (kind) => {
    if (!company) throw new Error('a company has no problem')
    const all = [
      ...inputs,
      ...texts.map((each) => ({ ...company, ...each })),
      ...addresses.map((each) => ({ ...company, electronicAddress: each })),
    ]
    const { database, close } = await freshDatabase(kind)
    try {
      const rows = all.map((each) => ({
        mode: each.mode,
        regime: each.regime,
        vat_rate: each.vatRate,
        legal_name: each.legalName,
        legal_form: each.legalForm,
        ...companyNumbers(each.companyNumber),
        vat_number: each.vatNumber,
        street: each.street,
        building_number: each.buildingNumber,
        postcode: each.postcode,
        town: each.town,
        country: each.country,
        electronic_address: each.electronicAddress ?? '',
      }))
      const accepted = await database.asOwner(async (run) => {
        // A copy of the table keeps its checks, and asks for no partner.
        await run('create temporary table tried (like billing_profiles including constraints)')
        await run(`create function pg_temp.accepted(tried jsonb) returns jsonb language plpgsql as $$
        declare one jsonb; answers jsonb[] := '{}';
        begin
          for one in select value from jsonb_array_elements(tried) loop
            begin
              insert into tried select * from jsonb_populate_record(null::billing_profiles,
                one || jsonb_build_object('partner_id', gen_random_uuid(), 'updated_at', now()));
              answers := answers || 'true'::jsonb;
            exception when check_violation then answers := answers || 'false'::jsonb;
            end;
          end loop;
          return to_jsonb(answers);
        end $$`)
        return (await run('select pg_temp.accepted($1::jsonb) as answers', [JSON.stringify(rows)])).rows[0]?.answers as boolean[]
      })
      const differing = all.filter((each, index) => accepted[index] !== (billingProblems(each).length === 0))
      expect(differing).toEqual([])
      expect(accepted.filter(Boolean).length).toBeGreaterThan(30)
    } finally {
      await close()
    }
  },
)
