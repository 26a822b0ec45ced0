"""English words that no business changes, by what they do in a clause; phrases are in `crm_gym.text.cues`."""

NEGATIONS = frozenset("not never no nothing nobody none neither nor hardly noone".split())
HARMLESS_NO = frozenset(
    "problem problems worry worries doubt need harm rush trouble longer matter sooner concern concerns "
    "difficulty".split()
)
"""Words behind "no" that make it no negation."""
FILLERS = frozenset(
    "exactly actually really currently quickly briefly possibly perhaps maybe hereby indeed additionally definitely "
    "certainly also very quite absolutely entirely perfectly".split()
)
"""Words that change nothing here; they are left out of messages and phrases alike."""
MODALS = frozenset(
    "will would shall should could can may might must to let going able unable want wanted wants like wish".split()
)
"""Before a verb these say that it is to come, wished for, or only possible."""
STATED = frozenset("is are was were been has have had am got be".split())
"""Before a participle these say that it is so."""
DETERMINERS = frozenset(
    "a the your an my any each every this that these those his her their our as to scheduled being of for".split()
)
"""Directly before a participle these make it an adjective."""
PREPOSITIONS = frozenset(
    "to for on from with of at in by about under against into without regarding concerning during per".split()
)
"""Words that open a side phrase."""
WH = frozenset("what which who whom whose how where when why".split())
AUXILIARIES = frozenset("could can would will shall should may do does did is are was were has have am might".split())
BARE_QUESTIONS = frozenset("anything something any need want ready got care interested sure fancy".split())
"""First words of questions that leave out their verb."""
TAGS = frozenset("correct right yes ok agreed".split())
"""One of these before a question mark asks for a yes."""
POINTERS = frozenset("it them him that this these those here one again another".split())
"""Words that stand for what was named before."""
OPENERS = frozenset(
    "please kindly and or so then ok now but well oh hmm ah great thanks thank right sure perfect also just "
    "simply first next lastly finally again still meanwhile otherwise alternatively yes no dear hello hi good "
    "fine lovely always either instead cheers ta brilliant".split()
)
"""Words that may stand before the beginning proper of a clause."""
TELLING = frozenset(
    "tell give send provide state enter type share name paste copy confirm specify indicate quote read write "
    "describe list choose pick select submit supply furnish mention forward key pop drop post attach explain "
    "spell repeat resend re-enter reproduce verify identify clarify advise inform add fill include hand pass "
    "text message note recite reveal grab fetch shoot relay communicate transmit elaborate detail outline say "
    "reply respond answer remind show leave dictate punch jot bring outline return input declare disclose set "
    "retype reenter".split()
)
"""What a customer is asked to do who shall supply something."""
DOUBTFUL_VERBS = frozenset(
    "name state list quote text note message post mention answer reply set detail return help put run get talk walk "
    "leave key bring hand pass fill copy say type share show read let point".split()
)
"""Those that may be nouns, or say something else, so that an object must follow."""
OBJECTS = frozenset(
    "the your me us it what which who whom whose when how that this his her their any a an all both one each them him "
    "everything exactly in out over back here down why where whether".split()
)
"""First words of an object."""
LITTLE = frozenset(
    "and or the your a an please also plus then with for of to first too as well my is just only kindly their his her "
    "next thanks ok great now in".split()
)
"""Words that add nothing to a list of what is asked for."""
ASSENT = frozenset(
    "yes ok right correct agreed fine good proceed sure confirmed confirm happy alright deal order accurate continue "
    "approve approved certain agree go acceptable intended intend mean meant suit suits sound sounds ready "
    "understood well authorise authorize consent accept agreeable wish want wanted like".split()
)
"""Words of a question that asks for a yes."""
BARE_ASSENT = ASSENT | frozenset(
    "no with that this it for you by to do me now then shall we all in so as is i should let the a may can on "
    "and not or are everything does look looks be there here ahead please us".split()
)
"""Words of a question that does nothing but ask for a yes."""
CHECKED = frozenset(
    "that this it everything all details above i we summary data figures these those information both numbers".split()
)
"""What is checked in "is that right?"."""
ANNOUNCING = frozenset("now just already currently also still then".split())
NO_ACTIONS = frozenset(
    "nothing something anything everything during regarding concerning according morning evening following being thing "
    "savings hoping feeling afraid sorry hearing banking building clothing wedding spending interesting amazing "
    "annoying worrying confusing frustrating exciting understanding meaning pending outstanding missing awaiting be "
    "assuming considering depending including excluding know apologise apologize assure never always wishing "
    "unfortunately glad happy reassure remaining dining parking gambling".split()
)
"""Words in -ing that are no announcements, and verbs behind "let me" that are none."""
NO_ADJECTIVES = AUXILIARIES | frozenset(
    "the a an your my his her their its our this that these those i you we he she it they to for of in on at "
    "from with by about into through and or but be been being not no so if when".split()
)
"""Words that are no adjectives: a noun behind them is another one."""
BEFORE_WH = frozenset(
    "and or to for from since until by me us know say specify indicate state confirm clarify exactly is of about "
    "on ask also then please just so but ok tell explain describe remember recall roughly around name understand "
    "with see note either".split()
)
"""Words before which "who" or "when" asks; elsewhere it only joins: "the man who called"."""
DETAIL_WORDS = frozenset("yes no ok from to just sure correct # both".split())
"""First words of an answer that gives a detail."""
DEEDS = frozenset(
    "put keep check stay wait note be look open use see go do contact call make take have remember allow understand "
    "accept bear hold excuse forgive try visit click follow find watch approve confirm let do rest feel stop don ask "
    "change update complete continue proceed".split()
)
"""Verbs behind "please" that ask for no detail."""

_SPELT = """
    can't=can not, cannot=can not, cant=can not, won't=will not, wont=will not, shan't=shall not, dont=do not,
    doesnt=does not, didnt=did not, isnt=is not, wasnt=was not, arent=are not, werent=were not, hasnt=has not,
    havent=have not, couldnt=could not, wouldnt=would not, ive=i have, im=i am, youre=you are, theyll=they will,
    youll=you will, theyve=they have, weve=we have, thats=that is, whats=what is, heres=here is, gimme=give me,
    lemme=let me, pls=please, plz=please, u=you, ur=your, let's=let us, tmrw=tomorrow, wanna=want to, gonna=going to,
    okay=ok, wich=which, wher=where, teh=the, recieve=receive, adress=address, acount=account, acct=account,
    acc=account, thx=thanks, cause=because, everythings=everything, hasn=has not, lets=let us, isn=is not, adn=and,
    yuor=your,
    tonite=tonight, havnt=have not, enuf=enough, cnat=can not, woudnt=would not, tryed=tried, stil=still, wth=with,
    chek=check, teh=the, cldnt=could not, wasn=was not, aint=is not, nowt=nothing, fraid=afraid, alright=ok, nope=no,
    yep=yes, yup=yes, yeah=yes, cud=could, shud=should, wud=would, adn=and, n=and, taht=that, waht=what, yuor=your,
    yor=your, rite=right, giv=give, k=ok, kk=ok, tel=tell, nd=and, ya=you, plse=please, plaese=please, hav=have,
    thsi=this, fro=for, nad=and, hte=the, secs=seconds, mins=minutes, ure=you are, wat=what, wot=what, y'all=you,
    abt=about, frm=from, wnat=want, wahts=what is, wats=what is, wots=what is, shal=shall, freez=freeze, sec=second,
    ovr=over, tkae=take, msg=message, num=number, nr=number, numbr=number, whos=who is, hows=how is, itll=it will,
    youd=you would, hw=how, frist=first, emial=email, shure=sure, wheres=where is, tyr=try, sory=sorry, mcuh=much,
    allredy=already,
    alredy=already, allready=already, cuoldnt=could not, askd=asked
"""
SPELLINGS = {word: tuple(full.split()) for word, full in (entry.strip().split("=") for entry in _SPELT.split(","))}
"""Contractions without their apostrophe, short forms and common slips, in full."""
