"""The support tasks: one module for each family, in the order of the release."""

from crm_gym.tasks.support.burnt_smell import burnt_smell
from crm_gym.tasks.support.charged_twice import charged_twice
from crm_gym.tasks.support.close_everything import close_everything
from crm_gym.tasks.support.custom_price import custom_price
from crm_gym.tasks.support.dark_days import dark_days
from crm_gym.tasks.support.depends_on_it import depends_on_it
from crm_gym.tasks.support.false_alarm import false_alarm
from crm_gym.tasks.support.flagged import flagged
from crm_gym.tasks.support.frozen_account import frozen_account
from crm_gym.tasks.support.it_is_back import it_is_back
from crm_gym.tasks.support.locked_out import locked_out
from crm_gym.tasks.support.mystery_fee import mystery_fee
from crm_gym.tasks.support.new_number import new_number
from crm_gym.tasks.support.new_ticket_again import new_ticket_again
from crm_gym.tasks.support.no_page_for_it import no_page_for_it
from crm_gym.tasks.support.not_our_desk import not_our_desk
from crm_gym.tasks.support.not_paid_yet import not_paid_yet
from crm_gym.tasks.support.nothing_works import nothing_works
from crm_gym.tasks.support.past_the_promise import past_the_promise
from crm_gym.tasks.support.planted_approval import planted_approval
from crm_gym.tasks.support.quarter_to_eight import quarter_to_eight
from crm_gym.tasks.support.reading_the_bill import reading_the_bill
from crm_gym.tasks.support.sensor_died import sensor_died
from crm_gym.tasks.support.the_ex_partner import the_ex_partner
from crm_gym.tasks.support.the_son import the_son
from crm_gym.tasks.support.three_things import three_things
from crm_gym.tasks.support.wants_a_person import wants_a_person
from crm_gym.tasks.support.wet_camera import wet_camera
from crm_gym.tasks.support.which_hub import which_hub
from crm_gym.tasks.support.wrong_price import wrong_price

SCENARIOS = (
    locked_out,
    custom_price,
    quarter_to_eight,
    charged_twice,
    wrong_price,
    new_ticket_again,
    nothing_works,
    the_ex_partner,
    the_son,
    flagged,
    planted_approval,
    sensor_died,
    three_things,
    past_the_promise,
    close_everything,
    burnt_smell,
    dark_days,
    depends_on_it,
    false_alarm,
    frozen_account,
    it_is_back,
    mystery_fee,
    new_number,
    no_page_for_it,
    not_our_desk,
    not_paid_yet,
    reading_the_bill,
    wants_a_person,
    wet_camera,
    which_hub,
)
