import json
from datetime import date
from os import environ
from typing import TypeVar

from client import AuthenticatedClient
from client.api.auth_api import issue_token
from client.api.collection_api import charge_application
from client.api.fire_api import get_fire_application, insert_fire_application, prepay_fire_application
from client.api.mtr_api import (
    calculate_motor_prices,
    charge_motor_application,
    get_motor_policy,
    insert_motor_application,
    prepay_motor_application,
)
from client.api.parameters_api import list_marketing_consents
from client.models import (
    ErrorResponse,
    FireApplicationFieldsRequest,
    FireApplicationFieldsRequestPayFrequencyInMonths,
    FireApplicationRequest,
    FireApplicationResponse,
    FireClientDto,
    FireConsentDto,
    FireConsentDtoAnswer,
    FireInsuredValueDto,
    FireObjectFieldsRequest,
    FireObjectFieldsRequestBordering,
    FireObjectFieldsRequestIsOwnerBuilding,
    FirePersonDto,
    IssueTokenRequest,
    MotorApplicationRequest,
    MotorApplicationRequestPayFrequencyInMonths,
    MotorApplicationResponse,
    MotorOffersResponse,
    MotorPersonRequest,
    PricingParamRequest,
    PricingParamRequestPayFrequencyInMonths,
    TokenResponse,
)

START_DATE = date.fromisoformat(environ["START_DATE"])
PLATE_NO = environ["PLATE_NO"]
PREFER = "return=representation"

PERSON = FirePersonDto(
    person_type_code="1",
    last_name="Παπαδοπούλου",
    first_name="Μαρία",
    father_name="Γεώργιος",
    birth_date=date(1980, 5, 14),
    gender_code="2",
    job_code="2310",
    address="Λεωφόρος Κηφισίας 100",
    city="Αθήνα",
    post_code="11526",
    mobile="6912345678",
    email="maria@example.gr",
    afm="123456783",
    doy_code="1101",
    citizenship="GR",
)

DWELLING = FireObjectFieldsRequest(
    kind_of_risk="04",
    subkind_of_risk="0401",
    address="Λεωφόρος Κηφισίας",
    address_number="100",
    city="Αθήνα",
    post_code="11527",
    building_year=2004,
    building_year_piping=2004,
    square_meters=100,
    bordering=FireObjectFieldsRequestBordering.VALUE_0,
    is_owner_building=FireObjectFieldsRequestIsOwnerBuilding.VALUE_1,
    building_floors=[0, 1, 2, 3, 4],
    insurance_floors=[3],
    construction_of_skeleton="01",
    construction_of_walls="01",
    roof_construction="01",
    bundle_code="104",
    insured_values=[FireInsuredValueDto(group_cover="01", insured_value=150_000)],
)

CAR = PricingParamRequest(
    make_code="199",
    model_code="1990080",
    usage_code="01",
    pay_frequency_in_months=PricingParamRequestPayFrequencyInMonths.VALUE_12,
    policy_start_date=START_DATE,
    plate_no=PLATE_NO,
    bundle_code="B1",
    region_postcode="11527",
    bonus_malus=10,
    engine_cc=1398,
    power_in_kw=73,
    manufacture_year=2018,
    driver_birth_year=1986,
    driver_licence_date=date(2005, 6, 1),
    insured_value=9000,
)

DRIVER = MotorPersonRequest(
    person_type_code="1",
    last_name="Παπαδοπούλου",
    first_name="Μαρία",
    fathers_name="Γεώργιος",
    birthdate=date(1980, 5, 14),
    gender_code="2",
    job_code="2310",
    address_street="Λεωφόρος Κηφισίας 100",
    address_city="Αθήνα",
    address_postcode="11526",
    mobile="6912345678",
    email="maria@example.gr",
    afm="123456783",
    doy_code="1101",
    citizenship="GR",
    licence_type="B",
    licence_date=date(2005, 6, 1),
)

Expected = TypeVar("Expected")


def expect(kind: type[Expected], response: object) -> Expected:
    """Narrows a response that may also be an error."""
    assert isinstance(response, kind), response
    return response


def open_client() -> AuthenticatedClient:
    client = AuthenticatedClient(
        base_url=environ["BASE_URL"],
        auth_header_name="X-Api-Key",
        prefix="",
        token=environ["API_KEY"],
        headers={"X-Forwarded-Proto": "https"},
    )
    token = expect(TokenResponse, issue_token.sync(client=client, body=IssueTokenRequest(user_key=environ["USER_KEY"])))
    return client.with_headers({"Authorization": f"Bearer {token.access_token}"})


def insure_dwelling(client: AuthenticatedClient) -> FireApplicationResponse:
    asked = list_marketing_consents.sync(client=client)
    assert isinstance(asked, list), asked
    policyholder = FireClientDto(
        person_type_code=PERSON.person_type_code,
        last_name=PERSON.last_name,
        first_name=PERSON.first_name,
        father_name=PERSON.father_name,
        birth_date=PERSON.birth_date,
        gender_code=PERSON.gender_code,
        job_code=PERSON.job_code,
        address=PERSON.address,
        city=PERSON.city,
        post_code=PERSON.post_code,
        mobile=PERSON.mobile,
        email=PERSON.email,
        afm=PERSON.afm,
        doy_code=PERSON.doy_code,
        citizenship=PERSON.citizenship,
        consents=[FireConsentDto(each.master_id, each.id, FireConsentDtoAnswer.VALUE_0) for each in asked],
    )
    application = FireApplicationFieldsRequest(
        start_date=START_DATE,
        pay_frequency_in_months=FireApplicationFieldsRequestPayFrequencyInMonths.VALUE_12,
        contact_way_code="01",
        application_acceptance_method="02",
        client=policyholder,
        insured=PERSON,
        objects_insured=[DWELLING],
    )
    body = FireApplicationRequest(fire_application=application)
    inserted = expect(FireApplicationResponse, insert_fire_application.sync(client=client, body=body))
    prepay_fire_application.sync(inserted.id, client=client)
    charge_application.sync(inserted.id, client=client, prefer=PREFER)
    return expect(FireApplicationResponse, get_fire_application.sync(inserted.id, client=client))


def insure_car(client: AuthenticatedClient) -> MotorApplicationResponse:
    application = MotorApplicationRequest(
        client=DRIVER,
        make_code=CAR.make_code,
        model_code=CAR.model_code,
        usage_code="01",
        pay_frequency_in_months=MotorApplicationRequestPayFrequencyInMonths.VALUE_12,
        policy_start_date=START_DATE,
        plate_no=CAR.plate_no,
        bundle_code=CAR.bundle_code,
        region_postcode=CAR.region_postcode,
        bonus_malus=CAR.bonus_malus,
        engine_cc=CAR.engine_cc,
        power_in_kw=CAR.power_in_kw,
        manufacture_year=CAR.manufacture_year,
        driver_birth_year=CAR.driver_birth_year,
        driver_licence_date=CAR.driver_licence_date,
        insured_value=CAR.insured_value,
    )
    inserted = expect(MotorApplicationResponse, insert_motor_application.sync(client=client, body=application))
    prepay_motor_application.sync(inserted.id, client=client, prefer=PREFER)
    charge_motor_application.sync(inserted.id, client=client, prefer=PREFER)
    return expect(MotorApplicationResponse, get_motor_policy.sync(inserted.id, client=client))


def main() -> None:
    client = open_client()
    dwelling = insure_dwelling(client)
    refusal = expect(ErrorResponse, get_fire_application.sync(9_999_999_999, client=client))
    offers = expect(MotorOffersResponse, calculate_motor_prices.sync(client=client, body=CAR))
    car = insure_car(client)
    assert dwelling.pricing is not None and car.premium is not None
    fire = {"status": dwelling.status_code.value, "gross": dwelling.pricing.gross, "refusal": refusal.error.value}
    bundles = [offer.bundle_code for offer in offers.bundles]
    motor = {"status": car.status_code.value, "gross": car.premium.gross, "bundles": bundles}
    print(json.dumps({"fire": fire, "motor": motor}))


main()
